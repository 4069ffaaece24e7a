/** The sentences of warnings that are for people, by the English ones. */
export const warnings: Record<string, string> = {
  'Some pages have no text: they are pictures or blank.': 'بعض الصفحات بلا نص: إنها صور أو فارغة.',
  'The file was damaged. It was repaired as far as possible; something may be missing.':
    'كان الملف تالفًا. أُصلح قدر الإمكان، وقد يكون شيء منه مفقودًا.',
  'Some output pages are blank.': 'بعض صفحات الناتج فارغة.',
  'Some content is not supported by the output format and was left out.':
    'بعض المحتوى لا تدعمه صيغة الناتج فتُرك.',
  'Some tables or the order of some text could not be determined with certainty. Compare the result with the file.':
    'تعذّر تحديد بعض الجداول أو ترتيب بعض النص بيقين. قارن الناتج بالملف.',
  'The page refers to files that it does not bring along. They were not loaded.':
    'تشير الصفحة إلى ملفات لا تتضمنها. لم تُحمَّل.',
  'The file has text that is invisible on its pages. It was left out.':
    'في الملف نص غير مرئي على صفحاته. تُرك هذا النص.',
  'Nothing that was to be removed was found. Only metadata, attachments and hidden content were removed.':
    'لم يُعثر على شيء مما يجب إزالته. أُزيلت البيانات الوصفية والمرفقات والمحتوى المخفي فقط.',
  'No speech was found, so the transcript is empty.': 'لم يُعثر على كلام، لذا فالنص المنطوق فارغ.',
  'The file was signed. Its signatures do not cover the changed file: viewers will call them invalid.':
    'كان الملف موقّعًا. لا تشمل توقيعاته الملف المعدّل، وستُعدّ غير صالحة.',
  'The requested model is not installed; another one was used.': 'النموذج المطلوب غير مثبّت، واستُخدم غيره.',
  'The workbook has more sheets than the one converted.': 'في المصنف أوراق أخرى غير المحوَّلة.',
  'The file has more pages than the one converted. pdf and tiff hold all of them.':
    'في الملف صفحات أخرى غير المحوَّلة. صيغتا PDF وTIFF تتسعان لها كلها.',
  'The file is an animation, and the output holds one frame of it. gif, webp, png and avif hold all of them.':
    'الملف رسم متحرك، والناتج إطار واحد منه. صيغ GIF وWebP وPNG وAVIF تتسع لها كلها.',
  'The file has more sound tracks than the one converted.': 'في الملف مسارات صوتية أخرى غير المحوَّل.',
  'The workbook has more sheets than the one converted, and this format holds one table.':
    'في المصنف أوراق أخرى غير المحوَّلة، وهذه الصيغة تتسع لجدول واحد.',
  'Some formulas were never calculated, because the program that wrote the workbook cannot do it. Their cells are empty or 0. Open the workbook in a spreadsheet program and save it there.':
    'بعض الصيغ الحسابية لم تُحسب قط، لأن البرنامج الذي كتب المصنف لا يستطيع ذلك. خلاياها فارغة أو 0. افتح المصنف في برنامج جداول واحفظه هناك.',
  'The file has comments. They were left out.': 'في الملف تعليقات. تُركت.',
  'The document has tracked changes. It was converted as if all of them were accepted: deleted text is gone.':
    'في المستند تغييرات متعقَّبة. حُوِّل كأنها قُبلت كلها، والنص المحذوف غير موجود.',
  'The document has headers or footers. They were left out, because the output has no pages.':
    'للمستند رؤوس أو تذييلات. تُركت لأن الناتج بلا صفحات.',
  'Some commands, drawings or included files of LaTeX could not be read. What they print is missing.':
    'تعذّرت قراءة بعض أوامر LaTeX أو رسومه أو ملفاته المضمَّنة. ما تعرضه مفقود.',
  'The document has charts or diagrams. They were left out; a PDF shows them.':
    'في المستند مخططات أو رسوم بيانية. تُركت، ويعرضها ملف PDF.',
  'The presentation has hidden slides. They were left out.': 'في العرض شرائح مخفية. تُركت.',
  'Charts, pictures and shapes were left out, because the output holds cells only. A PDF shows them.':
    'تُركت المخططات والصور والأشكال، لأن الناتج خلايا فقط. يعرضها ملف PDF.',
  'Only values and formulas were kept. The look of cells, charts, pictures and comments were left out.':
    'أُبقيت القيم والصيغ الحسابية فقط. تُرك شكل الخلايا والمخططات والصور والتعليقات.',
  'The message has more than 2,000 parts. The others, with any attachments among them, were left out.':
    'في الرسالة أكثر من 2000 جزء. تُركت الأجزاء الباقية وما قد يكون فيها من مرفقات.',
  'Some messages of the mailbox are encrypted. Only their headers could be read.':
    'بعض رسائل صندوق البريد مشفّرة، ولم يمكن قراءة سوى ترويساتها.',
  'The table has memo fields, whose text is in a file beside it (.dbt or .fpt). They are empty.':
    'في الجدول حقول مذكرات نصّها في ملف بجانبه (‎.dbt أو ‎.fpt). إنها فارغة.',
  'The page has scripts. They were not run: anything they add or change is missing.':
    'في الصفحة نصوص برمجية. لم تُشغَّل، وما تضيفه أو تغيّره مفقود.',
  'The page has a canvas, which only its scripts can draw. It is empty.':
    'في الصفحة لوحة لا ترسمها إلا نصوصها البرمجية. إنها فارغة.',
  'The page uses CSS grid, which was not laid out: its boxes are stacked below each other.':
    'تستخدم الصفحة CSS Grid ولم يُطبَّق: صناديقها مكدّسة تحت بعضها.',
  'The page uses parts of CSS flexbox that were not laid out.': 'تستخدم الصفحة أجزاء من CSS Flexbox لم تُطبَّق.',
  'Frames, videos and other content embedded in the page were left out.':
    'تُركت الإطارات ومقاطع الفيديو وغيرها من المحتوى المضمّن في الصفحة.',
  'The drawing has labels in HTML. They were drawn as plain text: pictures, tables and other layout in them are lost.':
    'في الرسم تسميات مكتوبة بلغة HTML. رُسمت نصًا عاديًا، وفُقد ما فيها من صور وجداول وتنسيق آخر.',
  'Pictures that are not in the file itself were not fetched and are missing.':
    'الصور التي ليست في الملف نفسه لم تُجلب وهي مفقودة.',
  'Style sheets that are not in the page itself were not fetched.':
    'أوراق الأنماط التي ليست في الصفحة نفسها لم تُجلب.',
  'Fonts that are not in the page itself were not fetched, and others were used.':
    'الخطوط التي ليست في الصفحة نفسها لم تُجلب، واستُخدم غيرها.',
  'The output format refers to pictures and cannot contain them. They were left out.':
    'صيغة الناتج تشير إلى الصور ولا تتسع لها. تُركت.',
  'The message shows pictures that it does not carry. They were not fetched from the internet and are missing.':
    'تعرض الرسالة صورًا لا تحملها. لم تُجلب من الإنترنت وهي مفقودة.',
  'The archive is damaged. Files that could not be read completely are missing; those after the damage may be missing too.':
    'الأرشيف تالف. الملفات التي تعذّرت قراءتها كاملة مفقودة، وقد يُفقد ما بعد التلف أيضًا.',
  'Some pictures of the document are damaged and cannot be decoded. They are missing from the result.':
    'بعض صور المستند تالفة ولا يمكن قراءتها. إنها مفقودة من الناتج.',
  'The archive has links or devices. They were left out.': 'في الأرشيف روابط أو أجهزة. تُركت.',
  'An archive within the archive could not be opened and was left as a file.':
    'تعذّر فتح أرشيف داخل الأرشيف فتُرك كملف.',
  'The tags for screen readers were removed: they cannot describe sheets of several pages.':
    'أُزيلت وسوم قارئات الشاشة: لا يمكنها وصف أوراق فيها عدة صفحات.',
  'The tags for screen readers were removed: the archive follows level b of the standard, which is about the look of pages.':
    'أُزيلت وسوم قارئات الشاشة: يتبع الأرشيف المستوى b من المعيار، وهو عن شكل الصفحات.',
  'Form fields and comments were drawn into the pages: they can no longer be filled in or changed.':
    'رُسمت حقول النموذج والتعليقات في الصفحات: لم يعد ملؤها أو تغييرها ممكنًا.',
  'The page labels were removed: a sheet shows several pages.':
    'أُزيلت تسميات الصفحات: تعرض الورقة عدة صفحات.',
  'The layers were merged into the pages: they can no longer be switched on or off, and hidden ones are gone.':
    'دُمجت الطبقات في الصفحات: لم يعد إظهارها أو إخفاؤها ممكنًا، والمخفية منها غير موجودة.',
  'The XMP metadata had properties of special kinds, which were removed. Title, author, subject and keywords are kept.':
    'كانت في بيانات XMP خصائص من أنواع خاصة فأُزيلت. بقي العنوان والمؤلف والموضوع والكلمات المفتاحية.',
  'The document restricts what may be done with it, such as printing or copying. The result has no restrictions.':
    'يقيّد المستند ما يمكن فعله به، كالطباعة أو النسخ. أما النتيجة فبلا قيود.',
  'The tags for screen readers were removed: the document has too many of them for so many parts.':
    'أُزيلت وسوم قارئات الشاشة: في المستند منها ما يفوق هذا العدد من الأجزاء.',
  'The attached files are in none of the parts.': 'الملفات المرفقة ليست في أي من الأجزاء.',
  'The attached files were removed, because only PDF/A-3 allows them.':
    'أُزيلت الملفات المرفقة، لأن PDF/A-3 وحده يسمح بها.',
  'All text in repeating patterns was removed, because it cannot be searched.':
    'أُزيل كل النص في الأنماط المتكررة، لأنه لا يمكن البحث فيه.',
  'The form has an XFA part, which only Adobe programs use. It was removed: they will show the ordinary fields instead.':
    'في النموذج جزء XFA لا تستخدمه إلا برامج Adobe. أُزيل هذا الجزء، وستعرض هذه البرامج الحقول العادية بدلًا منه.',
  'Some values are too long for their fields, even in small print. The fields hold them whole, but pages show only their beginning.':
    'بعض القيم أطول من حقولها حتى بخط صغير. الحقول تحملها كاملة، والصفحات تعرض بدايتها فقط.',
  'The form calculates some fields with scripts. They were not run: fill those fields too.':
    'يحسب النموذج بعض الحقول بنصوص برمجية. لم تُشغَّل: املأ تلك الحقول أيضًا.',
  'The file is an object around one list. The table holds the list only.':
    'الملف كائن يحيط بقائمة واحدة. يحتوي الجدول على القائمة فقط.',
};
