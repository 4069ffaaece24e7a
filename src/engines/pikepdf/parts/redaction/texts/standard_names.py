"""The names that the PDF standards give a meaning to. All others were chosen by whoever made the document."""

import re

KEYS = """
A AA AC AF AFRelationship AIS AN AP APRef AS AbsolutePageNumber AcroForm Action ActualText After AllowPortfolio
Alphabetic Alt Alternate AlternateImages AlternatePresentations Alternates Angle Annots AntiAlias AppearanceFilter
ArtBox Ascent Attached AuthEvent Author AvgWidth B BBox BC BE BG BG2 BM BS BackdropColor Background BackgroundColor
BackgroundDownload BackgroundNoise Base BaseEncoding BaseFont BaseState BaseVersion BaselineShift Before Binding
BitsPerComponent BitsPerCoordinate BitsPerFlag BitsPerSample BlackIs1 BlackPoint BleedBox Blend BlockAlign Border
BorderColor BorderStyle BorderThickness Bounds BoxColorInfo ByteRange C C0 C1 CA CF CFM CI CIDSet CIDSystemInfo
CIDToGIDMap CL CMapName CO CP CS CT CV CYX Cap CapHeight Catalog Category CenterWindow Cert Changes CharProcs CharSet
CheckSum ClassMap ClrF ClrFf ClrV ColSpan Collection CollectionField Collections Color ColorSpace ColorTransform
Colorants Colors ColumnCount ColumnGap ColumnWidths Columns Components Condition Config Configs Contact Content
Contents ContinuedFrom ContinuedList Coords Copy Count CountryCode CreationDate Creator CreatorInfo CropBox Crypt
CueTime D DA DCS DOS DP DPM DPart DPartRoot DPartRootNode DR DS DSS DV DW DW2 DamagedRowsBeforeError Data Decode
DecodeParms Default DefaultCMYK DefaultForPrinting DefaultGray DefaultRGB Delay Desc DescendantFonts Descent Dest
DestOutputProfile DestOutputProfileRef Dests Di Diff Differences DigestMethod Dir Direction DisplayDocTitle Dm Doc
DocMDP Document Domain DotGain Duplex Dur E EF EFF EPSG EarlyChange EmbeddedFile EmbeddedFiles Encode EncodedByteAlign
Encoding Encrypt EncryptMetadata EndIndent EndOfBlock EndOfLine Enforce Event ExData Export ExportState Ext ExtGState
Extend Extends ExtensionLevel Extensions Extract F FB FC FD FDF FDecodeParms FFilter FL FS FT Ff Fields Filter First
FirstChar FitWindow Flags Flattened Font FontBBox FontDescriptor FontFamily FontFauxing FontFile FontFile2 FontFile3
FontMatrix FontName FontStretch FontWeight Footer Form FormType Formula Frequency Function FunctionType Functions G
GCS GPTS Gamma GlyphOrientationVertical Group GroupType H HI HT HTO Halftone HalftoneName HalftoneType Headers Height
Height2 Helv Hidden HideMenubar HideToolbar HideWindowUI I IC ID IDS IDTree IF IM IN IRT IT IX Image ImageMask
Inclusion Index Indexed Info InkList InlineAlign Intent Interpolate IsMap Issuer ItalicAngle JBIG2Globals JS
JavaScript JavaScriptActions K KeyUsage Keywords Kids L L1 L2 LE LI LJ LL LLE LLO LPTS LS LW Lab Lang Language Last
LastChar LastModified LastPage Leading Legal Length Length1 Length2 Length3 LetterspaceFlags Limits Line LineHeight
LineThrough Linearized ListMode ListNumbering Listed Location Lock LockDocument Locked M MCID MCR MDP MH MK ML MN MU
Mac MarkInfo MarkStyle Marked MarkedContent Mask Matrix Matte MaxLen MaxWidth Measure Media MediaBox Metadata
MissingWidth MixingHints ModDate Mode Multiply N NA NM NR NS NTS NU Name Names Namespace Namespaces NeedAppearances
NeedChanges NeedsRendering New NewWindow Next NextPage NodeNameList NonFullScreenPageMode Note NumCopies Nums O OB OC
OCGs OCMD OCProperties OFF OID ON OP OPI OPM OS Obj ObjStm Off Open OpenAction Operation Opt Order Ordering
OutlineColor Outlines OutputCondition OutputConditionIdentifier OutputIntent OutputIntents P PA PB PCM PDU PS PV PZ
Padding Page PageElement PageLabel PageLabels PageLayout PageMode Pages PaintType Panose Params Parent ParentTree
ParentTreeNextKey Part Path Pattern PatternType Percent Perms Pg Phonetic PhoneticAlphabet PickTrayByPDFSize PieceInfo
Placement Popup Predictor Preferred PreserveRB Pressed Prev PrevPage Preview Print PrintArea PrintClip PrintPageRange
PrintScaling PrintState Printed PrinterMark Private ProcSet Process Producer Proj Pronunciation PronunciationLexicon
Properties PtData Q QuadPoints R R2C RBGroups RC RD RF RI RM RT RTL RV Range Rate Reason Reasons Recipients
RecordLevel Rect Ref Registry RegistryName Renditions Requirements Resources Reversed RichMedia RoleMap RoleMapNS Root
Rotate RowSpan Rows Ruby RubyAlign RubyPosition S SA SE SM SMask SMaskInData SV Scale Schema Scope Separation
SeparationColorNames SeparationInfo Shading ShadingType Short Sig SigFieldLock SigFlags SigRef Signature Size Snap
Solidities Sort SourceModified SpaceAfter SpaceBefore SpawnTemplate SpiderInfo SpotFunction St StartIndent
StartResource State Status StemH StemV StmF StmOwn StrF StructElem StructParent StructParents StructTreeRoot Style
Stylesheet SubFilter SubType Subj Subject SubjectDN Subtype Summary SummaryView Supplement Suspect Suspects T TB
TBorderStyle TC TI TID TIs TK TM TP TPadding TR TR2 TRef TS TU Tabs Target TargetCounterClockwise TemplateInstantiated
Templates Text TextAlign TextDecorationColor TextDecorationThickness TextDecorationType TextIndent TextPosition Thread
Threads Thumb TilingType TimeStamp Title ToUnicode Toggle Trans TransferFunction TransformMethod TransformParams
Transparency TrapNet TrapRegions TrapStyles Trapped TrimBox Type U U3DPath UC UCR UCR2 UR UR3 URI URL URLS URLType
Unix Unlisted Usage UseBlackPtComp UseCMap UserProperties UserUnit V VA VE VP Version VersionPosition Vertices View
ViewArea ViewClip ViewState ViewerPreferences Viewport Visible VisiblePages Volume W W2 WC WKT WMode WP WS WT
Watermark WhitePoint Widget Width Width2 Widths Win WinAnsi WinAnsiEncoding Window WritingMode X XFA XHeight XN
XObject XRefStm XStep Xsquare Y YStep Ysquare Z Zoom ca checked hi op pb rb tv
"""

VALUES = """
3D A85 ADBE AESV2 AESV3 AHx ASCII85Decode ASCIIHexDecode AbsoluteColorimetric Accept Accepted Adobe.PPKLite
Adobe.PPKMS Adobe.PubSec All AllOff AllOn Alpha Alternative Annot Annotation AnyOff AnyOn App AppliesTo Approved Art
Artifact Artwork AsIs Aside Auto AuxProfile BTBPC BeforeAfter BibEntry Bl Black BlackWhite Block BlockQuote Blue
BlueInput Bottom BoxedText Bracketed Btn Butt CCF CCITTFaxDecode CICI.SignIt CIDFontType0 CIDFontType0C CIDFontType2
CMYK CMap CalGray CalRGB Cancelled Caption Caret Center Ch Chart Circle ClosedArrow Cloudy Code Col ColorBurn
ColorDodge Comment Compatible Completed Condensed Confidential Cosine CosineDot Create Cross CryptFilter Custom Cyan
DCT DCTDecode Darken Dashed Date Decimal Delete Departmental Description Design DeviceCMYK DeviceGray DeviceN
DeviceRGB DeviceRGBK DiagonalStripe Diagram Diamond Difference Disc Dissolve Distribute Div DocOpen DocumentFragment
Dot Dotted Double DoubleDot Draft EFOpen ETSI.CAdES.detached ETSI.RFC3161 Ellipse EllipseA EllipseB EllipseC Em
Embedded EncryptedPayload End Endnote Entrust.PPKEF Exclude Exclusion Experimental Expired External FENote Fade False
Figure FileAttachment Filespec Final FirstPage Fit FitB FitBH FitBV FitH FitR FitV Fl FlateDecode Fly Footnote
ForComment ForPublicRelease FormData FormXObject FreeText FreeTextCallout FreeTextTypeWriter FreeTextTypewriter
FullSave FullScreen GEO GEOGCS GTS_PDFA1 GTS_PDFX GTS_PDFXVersion GeoJSON Glitter GoTo GoTo3DView GoToDp GoToE GoToR
Graph Gray Green Groove H1 H2 H3 H4 H5 H6 HF HSV Hard HardLight Header Heading Help Hide Highlight Hn Hue Hyperlink
ICCBased ISO_PDFE1 Identity Identity-H Identity-V ImageB ImageC ImageI Import ImportData Initials Ink InkAnnot
InkSignature Inline InlineShape Insert Inset Inside Invert InvertedDouble InvertedDoubleDot InvertedEllipseA
InvertedEllipseC InvertedSimpleDot JBIG2Decode JPEG JPXDecode Justify KeepWithNext Key L2R LBody LZW LZWDecode Launch
Layout Lbl Left Level1 Ligature Lighten LineArrow LineDimension LineX LineY Link List LowerAlpha LowerRoman LrBt LrTb
Luminosity MMType1 MacExpertEncoding MacRomanEncoding Magenta Marker Markup Math Max Middle Min MinTrap Modify Movie
NChannel Named NamespaceD NewParagraph NonStruct None Normal NotApproved NotForPublicRelease OBJR OCG OneColumn Online
Opaque OpenArrow OpenType Ordered Outline Outset Outside Overlay Overline PDF PDFDocEncoding PROJCS PageOnly
Pagination PaginationArtifact Paperclip Paragraph Parsed Perceptual Percussive PolyLine PolyLineDimension Polygon
PolygonCloud PolygonDimension PrintersMarks Proof Push PushPin Quarter Quote R2L RB RGB RL RLGroup RP Recto Red
Reference Rejected RelativeColorimetric Rendition ResetForm Review Rhomboid RichMediaExecute Ridge Right RightSpan
RlTb Round Row RowCol RunLengthDecode SHA1 SHA256 SHA384 SHA512 Saturation Screen Sect Section Sepia SetOCGState
SetState Sigma Simple SimpleDot SinglePage Slash Sold Solid Sound Source Span Speaker Split Square Squiggly Stamp
Standard StandardEncoding Start StdCF Story StrikeOut Strong StyleSpan Sub SubmitForm Symbol SymbolEncoding TBody TD
TFoot TH THead TOC TOCI Table Tag TbLr TbRl Textbox Top TopSecret Transitions TrapNetwork True TrueType TwoColumnLeft
TwoColumnRight TwoPageLeft TwoPageRight Tx Type0 Type1 Type1C Type3 Unchanged Uncover Undefined Underline Unknown
Unmarked Unordered UnorderedList Unspecified UpperAlpha UpperRoman Use UseAttachments UseNone UseOC UseOutlines
UseThumbs V2 VeriSign.PPKVS Verso WArtifact Warichu Wipe XFAForm XML XRef XYZ Yellow Yes ZapfDingbats
adbe.pkcs7.detached adbe.pkcs7.sha1 adbe.x509.rsa_sha1
"""

#: Fonts that readers have, or know a substitute for, by their name.
KNOWN_FONTS = re.compile(
    r"/(Helvetica|Times|Courier|Symbol|ZapfDingbats|Arial|Verdana|Georgia|Tahoma|Trebuchet|Calibri|Cambria|Consolas|Palatino"
    r"|Garamond|Bookman|NewCenturySchlbk|AvantGarde|Century|MyriadPro|MinionPro|SimSun|SimHei|MS-?(Mincho|Gothic|PMincho|PGothic)"
    r"|HeiseiMin|HeiseiKakuGo|KozMin|KozGo|STSong|STHeiti|MHei|MSung|HYSMyeongJo|HYGoThic|Batang|Gulim|Dotum|MingLiU|PMingLiU|Wingdings|Webdings)"
    r"[A-Za-z0-9,._-]*"
)
#: Character maps that readers have, such as UniJIS-UCS2-H and 90ms-RKSJ-V.
CODE_MAPS = re.compile(r"/[A-Za-z0-9]+(-[A-Za-z0-9]+)*-[HV]|/[HV]|/Adobe-[A-Za-z0-9]+-[A-Za-z0-9]+")

STANDARD_KEYS = frozenset(f"/{word}" for word in KEYS.split())
STANDARD = STANDARD_KEYS | {f"/{word}" for word in VALUES.split()}


def is_standard(name: str) -> bool:
    return name in STANDARD or CODE_MAPS.fullmatch(name) is not None
