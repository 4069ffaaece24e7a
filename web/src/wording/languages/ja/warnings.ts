/** The sentences of warnings that are for people, by the English ones. */
export const warnings: Record<string, string> = {
  'Some pages have no text: they are pictures or blank.':
    '一部のページにはテキストがありません。画像か空白です。',
  'The file was damaged. It was repaired as far as possible; something may be missing.':
    'ファイルが破損していました。可能な限り修復しましたが、欠けている部分があるかもしれません。',
  'Some output pages are blank.': '出力の一部のページが空白です。',
  'Some content is not supported by the output format and was left out.':
    '一部の内容は出力形式が対応していないため、除外されました。',
  'Some tables or the order of some text could not be determined with certainty. Compare the result with the file.':
    '一部の表またはテキストの順序を確実に判断できませんでした。結果を元のファイルと比べてください。',
  'The page refers to files that it does not bring along. They were not loaded.':
    'ページが参照するファイルが含まれていないため、読み込まれませんでした。',
  'The file has text that is invisible on its pages. It was left out.':
    'ページ上では見えないテキストがファイルにあり、除外されました。',
  'Nothing that was to be removed was found. Only metadata, attachments and hidden content were removed.':
    '削除対象は見つかりませんでした。メタデータ、添付ファイル、隠れた内容だけを削除しました。',
  'No speech was found, so the transcript is empty.': '音声が見つからなかったため、文字起こしは空です。',
  'The file was signed. Its signatures do not cover the changed file: viewers will call them invalid.':
    'ファイルには署名がありました。署名は変更後のファイルに及ばないため、無効と表示されます。',
  'The requested model is not installed; another one was used.':
    '指定されたモデルがインストールされていないため、別のモデルを使いました。',
  'The workbook has more sheets than the one converted.':
    'ブックには、変換したシート以外のシートもあります。',
  'The file has more pages than the one converted. pdf and tiff hold all of them.':
    'ファイルには、変換したページ以外のページもあります。PDFとTIFFならすべて含められます。',
  'The file is an animation, and the output holds one frame of it. gif, webp, png and avif hold all of them.':
    'ファイルはアニメーションですが、出力には1フレームだけが含まれます。GIF、WebP、PNG、AVIFならすべて含められます。',
  'The file has more sound tracks than the one converted.':
    'ファイルには、変換した音声トラック以外のトラックもあります。',
  'The workbook has more sheets than the one converted, and this format holds one table.':
    'ブックには変換したシート以外のシートもありますが、この形式に入る表は1つです。',
  'Some formulas were never calculated, because the program that wrote the workbook cannot do it. Their cells are empty or 0. Open the workbook in a spreadsheet program and save it there.':
    '一部の数式は、ブックを書き出したプログラムが計算できないため、一度も計算されていません。そのセルは空か0です。表計算ソフトで開いて保存してください。',
  'The file has comments. They were left out.': 'ファイルのコメントは除外されました。',
  'The document has tracked changes. It was converted as if all of them were accepted: deleted text is gone.':
    '文書には変更履歴があります。すべて承諾したものとして変換したため、削除されたテキストは残っていません。',
  'The document has headers or footers. They were left out, because the output has no pages.':
    '文書のヘッダーとフッターは、出力にページがないため除外されました。',
  'Some commands, drawings or included files of LaTeX could not be read. What they print is missing.':
    'LaTeX の一部のコマンド、図、または読み込まれるファイルを読み取れませんでした。それらが出力する内容は含まれていません。',
  'The document has charts or diagrams. They were left out; a PDF shows them.':
    '文書のグラフや図は除外されました。PDFなら表示されます。',
  'The presentation has hidden slides. They were left out.':
    'プレゼンテーションの非表示スライドは除外されました。',
  'Charts, pictures and shapes were left out, because the output holds cells only. A PDF shows them.':
    '出力にはセルしか含まれないため、グラフ、画像、図形は除外されました。PDFなら表示されます。',
  'Only values and formulas were kept. The look of cells, charts, pictures and comments were left out.':
    '値と数式だけを残しました。セルの書式、グラフ、画像、コメントは除外されました。',
  'The message has more than 2,000 parts. The others, with any attachments among them, were left out.':
    'メッセージのパートが2,000を超えています。残りは、添付ファイルも含めて除外されました。',
  'Some messages of the mailbox are encrypted. Only their headers could be read.':
    'メールボックスの一部のメッセージは暗号化されています。読み取れたのはヘッダーだけです。',
  'The table has memo fields, whose text is in a file beside it (.dbt or .fpt). They are empty.':
    '表のメモフィールドのテキストは別のファイル（.dbtまたは.fpt）にあるため、空です。',
  'The page has scripts. They were not run: anything they add or change is missing.':
    'ページのスクリプトは実行されませんでした。スクリプトによる追加や変更は含まれません。',
  'The page has a canvas, which only its scripts can draw. It is empty.':
    'ページのキャンバスはスクリプトでしか描けないため、空です。',
  'The page uses CSS grid, which was not laid out: its boxes are stacked below each other.':
    'ページのCSSグリッドは適用されず、要素は縦に並んでいます。',
  'The page uses parts of CSS flexbox that were not laid out.':
    'ページのCSSフレックスボックスの一部は適用されませんでした。',
  'Frames, videos and other content embedded in the page were left out.':
    'ページに埋め込まれたフレームや動画などは除外されました。',
  'The drawing has labels in HTML. They were drawn as plain text: pictures, tables and other layout in them are lost.':
    '図のラベルが HTML で書かれています。プレーンテキストとして描画したため、ラベル内の画像、表などのレイアウトは失われています。',
  'Pictures that are not in the file itself were not fetched and are missing.':
    'ファイル自体に含まれない画像は取得されず、欠けています。',
  'Style sheets that are not in the page itself were not fetched.':
    'ページ自体に含まれないスタイルシートは取得されませんでした。',
  'Fonts that are not in the page itself were not fetched, and others were used.':
    'ページ自体に含まれないフォントは取得されず、別のフォントを使いました。',
  'The output format refers to pictures and cannot contain them. They were left out.':
    '出力形式は画像を参照するだけで含められないため、画像は除外されました。',
  'The message shows pictures that it does not carry. They were not fetched from the internet and are missing.':
    'メッセージに含まれていない画像は、インターネットから取得されず、欠けています。',
  'The archive is damaged. Files that could not be read completely are missing; those after the damage may be missing too.':
    'アーカイブが破損しています。完全に読めなかったファイルは欠けており、破損箇所より後のファイルも欠けている可能性があります。',
  'Some pictures of the document are damaged and cannot be decoded. They are missing from the result.':
    '文書の一部の画像は破損していて読めないため、結果に含まれません。',
  'The archive has links or devices. They were left out.': 'アーカイブのリンクやデバイスは除外されました。',
  'An archive within the archive could not be opened and was left as a file.':
    'アーカイブ内のアーカイブは開けなかったため、ファイルのまま残しました。',
  'The tags for screen readers were removed: they cannot describe sheets of several pages.':
    'スクリーンリーダー用のタグは、複数ページを載せた用紙を表せないため削除されました。',
  'The tags for screen readers were removed: the archive follows level b of the standard, which is about the look of pages.':
    'スクリーンリーダー用のタグは削除されました。このアーカイブは、ページの見た目を定める規格のレベルbに従います。',
  'Form fields and comments were drawn into the pages: they can no longer be filled in or changed.':
    'フォームの項目とコメントはページに描き込まれ、入力や変更はできなくなりました。',
  'The page labels were removed: a sheet shows several pages.':
    '1枚に複数のページが載るため、ページラベルは削除されました。',
  'The layers were merged into the pages: they can no longer be switched on or off, and hidden ones are gone.':
    'レイヤーはページに統合されました。表示の切り替えはできず、非表示のレイヤーは失われました。',
  'The XMP metadata had properties of special kinds, which were removed. Title, author, subject and keywords are kept.':
    'XMPメタデータの特殊なプロパティは削除されました。タイトル、作成者、件名、キーワードは残ります。',
  'The document restricts what may be done with it, such as printing or copying. The result has no restrictions.':
    'この文書では印刷やコピーなどの操作が制限されています。結果には制限がありません。',
  'The tags for screen readers were removed: the document has too many of them for so many parts.':
    'スクリーンリーダー用のタグは、分割数に対して多すぎるため削除されました。',
  'The attached files are in none of the parts.': '添付ファイルは、分割後のどのファイルにも含まれません。',
  'The attached files were removed, because only PDF/A-3 allows them.':
    'PDF/A-3でのみ許可されているため、添付ファイルは削除されました。',
  'All text in repeating patterns was removed, because it cannot be searched.':
    '繰り返し模様の中のテキストは、検索できないためすべて削除されました。',
  'The form has an XFA part, which only Adobe programs use. It was removed: they will show the ordinary fields instead.':
    'フォームにはAdobeのプログラムだけが使うXFA部分があります。XFA部分は削除され、代わりに通常の項目が表示されます。',
  'Some values are too long for their fields, even in small print. The fields hold them whole, but pages show only their beginning.':
    '一部の値は、小さな文字でも項目に収まりません。項目には全体が入っていますが、ページには先頭だけが表示されます。',
  'The form calculates some fields with scripts. They were not run: fill those fields too.':
    'フォームには、スクリプトで計算される項目があります。スクリプトは実行されないため、それらの項目も入力してください。',
  'The file is an object around one list. The table holds the list only.':
    'ファイルは1つの一覧を囲むオブジェクトです。表には一覧だけが含まれます。',
};
