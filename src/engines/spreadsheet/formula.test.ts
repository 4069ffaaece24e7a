import { expect, test } from 'vitest';
import { moveFormula, refersOutside, separateAsOpenDocument, spellAsExcel, standsAlone } from './formula.ts';

test.each([
  ['[.A2]+1', 'A2+1'],
  ['SUM([.B2:.B3];[.$C$1])', 'SUM(B2:B3,$C$1)'],
  ['[$Sheet2.A1]&"; [.A1]"', 'Sheet2!A1&"; [.A1]"'],
  ["VLOOKUP([.A1];[$'My; sheet'.$A$1:.$B$9];2;0)", "VLOOKUP(A1,'My; sheet'!$A$1:$B$9,2,0)"],
  ['SUM({1;2|3;4};5)', 'SUM({1,2;3,4},5)'],
  ["['file:///etc/passwd'#$Sheet1.A1]", undefined],
])('converts the OpenDocument formula %s to Excel as %s', (open, excel) => {
  expect(spellAsExcel(open)).toBe(excel);
});

test.each([
  ['[1]Sheet1!A1', true],
  ["SUM('[2]My sheet'!A1:B2)", true],
  ['Table1[1]', false],
  ['"[1]"&A1', false],
  ['A1+B1', false],
])('%s refers to another file: %s', (formula, outside) => {
  expect(refersOutside(formula)).toBe(outside);
});

test.each([
  ['A1+$A1+A$1+$A$1', 'C2+$A2+C$1+$A$1'],
  ['SUM(Z9:AA10)*LOG10(A1)', 'SUM(AB10:AC11)*LOG10(C2)'],
  [`"A1"&'A1 B2'!C3&Sheet1!D4&Name_A1`, `"A1"&'A1 B2'!E4&Sheet1!F5&Name_A1`],
  ['SUM(A:A)+SUM($B:C)+SUM(1:1)', 'SUM(C:C)+SUM($B:E)+SUM(2:2)'],
  ['T1[A1]', 'T1[A1]'],
])('moves %s one row down and two columns right as %s', (formula, moved) => {
  expect(moveFormula(formula, 1, 2)).toBe(moved);
});

test.each([
  ['IF(A2>1,"a,b;c",SUM(A1,B1))', 'IF(A2>1;"a,b;c";SUM(A1;B1))'],
  ["SUM('a,(b'!A1:B2,Two!A1)", "SUM('a,(b'!A1:B2;Two!A1)"],
  ['SUM({1,2;3,4},2)', 'SUM({1;2|3;4};2)'],
  ['SUM((A1,B2),C3)', 'SUM((A1~B2);C3)'],
  ['A1&","&B1', 'A1&","&B1'],
  ['_xlfn.CONCAT(A1,B1)', undefined],
])('converts the separators of %s to OpenDocument', (excel, opendocument) => {
  expect(separateAsOpenDocument(excel)).toBe(opendocument);
});

test.each([
  ["SUM(A1:$B$2,'My sheet'!C3)*1.5E+3", true],
  ['IF(TRUE,SUM(A:A),"Rate"&LOG10(5))+#REF!', true],
  ["Two!A1+'O''Brien'!A1", false],
  ['A1*Rate', false],
  ['SUM(Table1[Amount])', false],
  ['[1]Sheet!A1', false],
])('%s refers only to the sheet “My sheet”: %s', (formula, alone) => {
  expect(standsAlone(formula, ['My sheet'])).toBe(alone);
});
