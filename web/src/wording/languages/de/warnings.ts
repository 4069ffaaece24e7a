/** The sentences of warnings that are for people, by the English ones. */
export const warnings: Record<string, string> = {
  'Some pages have no text: they are pictures or blank.':
    'Einige Seiten enthalten keinen Text: Sie sind Bilder oder leer.',
  'The file was damaged. It was repaired as far as possible; something may be missing.':
    'Die Datei war beschädigt. Sie wurde so weit wie möglich repariert; etwas kann fehlen.',
  'Some output pages are blank.': 'Einige Seiten des Ergebnisses sind leer.',
  'Some content is not supported by the output format and was left out.':
    'Einige Inhalte werden vom Zielformat nicht unterstützt und wurden weggelassen.',
  'Some tables or the order of some text could not be determined with certainty. Compare the result with the file.':
    'Einige Tabellen oder die Reihenfolge von Texten konnten nicht sicher bestimmt werden. Vergleichen Sie das Ergebnis mit der Datei.',
  'The page refers to files that it does not bring along. They were not loaded.':
    'Die Seite verweist auf Dateien, die sie nicht mitbringt. Sie wurden nicht geladen.',
  'The file has text that is invisible on its pages. It was left out.':
    'Die Datei enthält Text, der auf ihren Seiten unsichtbar ist. Er wurde weggelassen.',
  'Nothing that was to be removed was found. Only metadata, attachments and hidden content were removed.':
    'Nichts von dem, was entfernt werden sollte, wurde gefunden. Nur Metadaten, Anhänge und verborgene Inhalte wurden entfernt.',
  'No speech was found, so the transcript is empty.':
    'Es wurde keine Sprache gefunden, daher ist das Transkript leer.',
  'The file was signed. Its signatures do not cover the changed file: viewers will call them invalid.':
    'Die Datei war signiert. Die Signaturen decken die geänderte Datei nicht ab: Programme werden sie als ungültig anzeigen.',
  'The requested model is not installed; another one was used.':
    'Das gewünschte Modell ist nicht installiert; ein anderes wurde verwendet.',
  'The workbook has more sheets than the one converted.':
    'Die Arbeitsmappe hat mehr Blätter als das konvertierte.',
  'The file has more pages than the one converted. pdf and tiff hold all of them.':
    'Die Datei hat mehr Seiten als die konvertierte. PDF und TIFF enthalten alle.',
  'The file is an animation, and the output holds one frame of it. gif, webp, png and avif hold all of them.':
    'Die Datei ist eine Animation, das Ergebnis enthält ein Bild davon. GIF, WebP, PNG und AVIF enthalten alle.',
  'The file has more sound tracks than the one converted.':
    'Die Datei hat mehr Tonspuren als die konvertierte.',
  'The workbook has more sheets than the one converted, and this format holds one table.':
    'Die Arbeitsmappe hat mehr Blätter als das konvertierte, und dieses Format enthält eine Tabelle.',
  'Some formulas were never calculated, because the program that wrote the workbook cannot do it. Their cells are empty or 0. Open the workbook in a spreadsheet program and save it there.':
    'Einige Formeln wurden nie berechnet, weil das Programm, das die Arbeitsmappe geschrieben hat, das nicht kann. Ihre Zellen sind leer oder 0. Öffnen Sie die Arbeitsmappe in einer Tabellenkalkulation und speichern Sie sie dort.',
  'The file has comments. They were left out.': 'Die Datei enthält Kommentare. Sie wurden weggelassen.',
  'The document has tracked changes. It was converted as if all of them were accepted: deleted text is gone.':
    'Das Dokument enthält nachverfolgte Änderungen. Es wurde konvertiert, als wären alle angenommen: Gelöschter Text ist weg.',
  'The document has headers or footers. They were left out, because the output has no pages.':
    'Das Dokument hat Kopf- oder Fußzeilen. Sie wurden weggelassen, weil das Ergebnis keine Seiten hat.',
  'Some commands, drawings or included files of LaTeX could not be read. What they print is missing.':
    'Einige Befehle, Zeichnungen oder eingebundene Dateien von LaTeX konnten nicht gelesen werden. Was sie ausgeben, fehlt.',
  'The document has charts or diagrams. They were left out; a PDF shows them.':
    'Das Dokument enthält Diagramme. Sie wurden weggelassen; ein PDF zeigt sie.',
  'The presentation has hidden slides. They were left out.':
    'Die Präsentation hat ausgeblendete Folien. Sie wurden weggelassen.',
  'Charts, pictures and shapes were left out, because the output holds cells only. A PDF shows them.':
    'Diagramme, Bilder und Formen wurden weggelassen, weil das Ergebnis nur Zellen enthält. Ein PDF zeigt sie.',
  'Only values and formulas were kept. The look of cells, charts, pictures and comments were left out.':
    'Nur Werte und Formeln wurden behalten. Das Aussehen der Zellen, Diagramme, Bilder und Kommentare wurden weggelassen.',
  'The message has more than 2,000 parts. The others, with any attachments among them, were left out.':
    'Die Nachricht hat mehr als 2.000 Teile. Die übrigen wurden weggelassen, samt etwaigen Anhängen.',
  'Some messages of the mailbox are encrypted. Only their headers could be read.':
    'Einige Nachrichten des Postfachs sind verschlüsselt. Nur ihre Kopfzeilen konnten gelesen werden.',
  'The table has memo fields, whose text is in a file beside it (.dbt or .fpt). They are empty.':
    'Die Tabelle hat Memofelder, deren Text in einer Datei daneben steht (.dbt oder .fpt). Sie sind leer.',
  'The page has scripts. They were not run: anything they add or change is missing.':
    'Die Seite enthält Skripte. Sie wurden nicht ausgeführt: Was sie hinzufügen oder ändern, fehlt.',
  'The page has a canvas, which only its scripts can draw. It is empty.':
    'Die Seite hat eine Zeichenfläche, die nur ihre Skripte füllen können. Sie ist leer.',
  'The page uses CSS grid, which was not laid out: its boxes are stacked below each other.':
    'Die Seite verwendet CSS Grid, das nicht umgesetzt wurde: Ihre Kästen stehen untereinander.',
  'The page uses parts of CSS flexbox that were not laid out.':
    'Die Seite verwendet Teile von CSS Flexbox, die nicht umgesetzt wurden.',
  'Frames, videos and other content embedded in the page were left out.':
    'Frames, Videos und andere eingebettete Inhalte der Seite wurden weggelassen.',
  'The drawing has labels in HTML. They were drawn as plain text: pictures, tables and other layout in them are lost.':
    'Die Zeichnung hat Beschriftungen in HTML. Sie wurden als einfacher Text gezeichnet: Bilder, Tabellen und andere Gestaltung darin fehlen.',
  'Pictures that are not in the file itself were not fetched and are missing.':
    'Bilder, die nicht in der Datei selbst sind, wurden nicht abgerufen und fehlen.',
  'Style sheets that are not in the page itself were not fetched.':
    'Stylesheets, die nicht in der Seite selbst sind, wurden nicht abgerufen.',
  'Fonts that are not in the page itself were not fetched, and others were used.':
    'Schriften, die nicht in der Seite selbst sind, wurden nicht abgerufen; andere wurden verwendet.',
  'The output format refers to pictures and cannot contain them. They were left out.':
    'Das Zielformat verweist auf Bilder und kann sie nicht enthalten. Sie wurden weggelassen.',
  'The message shows pictures that it does not carry. They were not fetched from the internet and are missing.':
    'Die Nachricht zeigt Bilder, die sie nicht enthält. Sie wurden nicht aus dem Internet geladen und fehlen.',
  'The archive is damaged. Files that could not be read completely are missing; those after the damage may be missing too.':
    'Das Archiv ist beschädigt. Dateien, die nicht vollständig gelesen werden konnten, fehlen; auch die nach der Schadstelle können fehlen.',
  'Some pictures of the document are damaged and cannot be decoded. They are missing from the result.':
    'Einige Bilder des Dokuments sind beschädigt und nicht lesbar. Sie fehlen im Ergebnis.',
  'The archive has links or devices. They were left out.':
    'Das Archiv enthält Verknüpfungen oder Geräte. Sie wurden weggelassen.',
  'An archive within the archive could not be opened and was left as a file.':
    'Ein Archiv im Archiv konnte nicht geöffnet werden und blieb eine Datei.',
  'The tags for screen readers were removed: they cannot describe sheets of several pages.':
    'Die Tags für Screenreader wurden entfernt: Sie können Bögen aus mehreren Seiten nicht beschreiben.',
  'The tags for screen readers were removed: the archive follows level b of the standard, which is about the look of pages.':
    'Die Tags für Screenreader wurden entfernt: Das Archiv folgt Stufe b der Norm, bei der es um das Aussehen der Seiten geht.',
  'Form fields and comments were drawn into the pages: they can no longer be filled in or changed.':
    'Formularfelder und Kommentare wurden in die Seiten gezeichnet: Sie lassen sich nicht mehr ausfüllen oder ändern.',
  'The page labels were removed: a sheet shows several pages.':
    'Die Seitenbezeichnungen wurden entfernt: Ein Bogen zeigt mehrere Seiten.',
  'The layers were merged into the pages: they can no longer be switched on or off, and hidden ones are gone.':
    'Die Ebenen wurden in die Seiten eingefügt: Sie lassen sich nicht mehr ein- oder ausblenden, und verborgene sind weg.',
  'The XMP metadata had properties of special kinds, which were removed. Title, author, subject and keywords are kept.':
    'Die XMP-Metadaten hatten besondere Eigenschaften, die entfernt wurden. Titel, Autor, Thema und Schlagwörter bleiben.',
  'The document restricts what may be done with it, such as printing or copying. The result has no restrictions.':
    'Das Dokument beschränkt, was man damit tun darf, etwa Drucken oder Kopieren. Das Ergebnis hat keine Einschränkungen.',
  'The tags for screen readers were removed: the document has too many of them for so many parts.':
    'Die Tags für Screenreader wurden entfernt: Das Dokument hat zu viele davon für so viele Teile.',
  'The attached files are in none of the parts.': 'Die angehängten Dateien sind in keinem der Teile.',
  'The attached files were removed, because only PDF/A-3 allows them.':
    'Die angehängten Dateien wurden entfernt, weil nur PDF/A-3 sie erlaubt.',
  'All text in repeating patterns was removed, because it cannot be searched.':
    'Aller Text in sich wiederholenden Mustern wurde entfernt, weil er nicht durchsucht werden kann.',
  'The form has an XFA part, which only Adobe programs use. It was removed: they will show the ordinary fields instead.':
    'Das Formular hat einen XFA-Teil, den nur Adobe-Programme verwenden. Er wurde entfernt: Sie zeigen stattdessen die gewöhnlichen Felder.',
  'Some values are too long for their fields, even in small print. The fields hold them whole, but pages show only their beginning.':
    'Einige Werte sind zu lang für ihre Felder, auch in kleiner Schrift. Die Felder enthalten sie ganz, die Seiten zeigen nur den Anfang.',
  'The form calculates some fields with scripts. They were not run: fill those fields too.':
    'Das Formular berechnet einige Felder mit Skripten. Sie wurden nicht ausgeführt: Füllen Sie auch diese Felder aus.',
  'The file is an object around one list. The table holds the list only.':
    'Die Datei ist ein Objekt um eine Liste. Die Tabelle enthält nur die Liste.',
};
