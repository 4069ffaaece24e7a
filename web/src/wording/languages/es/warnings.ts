/** The sentences of warnings that are for people, by the English ones. */
export const warnings: Record<string, string> = {
  'Some pages have no text: they are pictures or blank.':
    'Algunas páginas no tienen texto: son imágenes o están en blanco.',
  'The file was damaged. It was repaired as far as possible; something may be missing.':
    'El archivo estaba dañado. Se ha reparado en lo posible; puede faltar algo.',
  'Some output pages are blank.': 'Algunas páginas del resultado están en blanco.',
  'Some content is not supported by the output format and was left out.':
    'Parte del contenido no es compatible con el formato de salida y se ha omitido.',
  'Some tables or the order of some text could not be determined with certainty. Compare the result with the file.':
    'No se han podido determinar con certeza algunas tablas o el orden de parte del texto. Compare el resultado con el archivo.',
  'The page refers to files that it does not bring along. They were not loaded.':
    'La página hace referencia a archivos que no incluye. No se han cargado.',
  'The file has text that is invisible on its pages. It was left out.':
    'El archivo tiene texto invisible en sus páginas. Se ha omitido.',
  'Nothing that was to be removed was found. Only metadata, attachments and hidden content were removed.':
    'No se ha encontrado nada de lo que había que eliminar. Solo se han eliminado metadatos, adjuntos y contenido oculto.',
  'No speech was found, so the transcript is empty.':
    'No se ha encontrado voz, por lo que la transcripción está vacía.',
  'The file was signed. Its signatures do not cover the changed file: viewers will call them invalid.':
    'El archivo estaba firmado. Sus firmas no cubren el archivo modificado: los visores las darán por no válidas.',
  'The requested model is not installed; another one was used.':
    'El modelo solicitado no está instalado; se ha usado otro.',
  'The workbook has more sheets than the one converted.': 'El libro tiene más hojas que la convertida.',
  'The file has more pages than the one converted. pdf and tiff hold all of them.':
    'El archivo tiene más páginas que la convertida. PDF y TIFF las contienen todas.',
  'The file is an animation, and the output holds one frame of it. gif, webp, png and avif hold all of them.':
    'El archivo es una animación y el resultado contiene un fotograma. GIF, WebP, PNG y AVIF los contienen todos.',
  'The file has more sound tracks than the one converted.':
    'El archivo tiene más pistas de sonido que la convertida.',
  'The workbook has more sheets than the one converted, and this format holds one table.':
    'El libro tiene más hojas que la convertida, y este formato contiene una sola tabla.',
  'Some formulas were never calculated, because the program that wrote the workbook cannot do it. Their cells are empty or 0. Open the workbook in a spreadsheet program and save it there.':
    'Algunas fórmulas nunca se calcularon, porque el programa que escribió el libro no puede hacerlo. Sus celdas están vacías o a 0. Abra el libro en una hoja de cálculo y guárdelo allí.',
  'The file has comments. They were left out.': 'El archivo tiene comentarios. Se han omitido.',
  'The document has tracked changes. It was converted as if all of them were accepted: deleted text is gone.':
    'El documento tiene control de cambios. Se ha convertido como si todos se hubieran aceptado: el texto eliminado ya no está.',
  'The document has headers or footers. They were left out, because the output has no pages.':
    'El documento tiene encabezados o pies de página. Se han omitido, porque el resultado no tiene páginas.',
  'Some commands, drawings or included files of LaTeX could not be read. What they print is missing.':
    'No se pudieron leer algunos comandos, dibujos o archivos incluidos de LaTeX. Falta lo que muestran.',
  'The document has charts or diagrams. They were left out; a PDF shows them.':
    'El documento tiene gráficos o diagramas. Se han omitido; un PDF los muestra.',
  'The presentation has hidden slides. They were left out.':
    'La presentación tiene diapositivas ocultas. Se han omitido.',
  'Charts, pictures and shapes were left out, because the output holds cells only. A PDF shows them.':
    'Se han omitido gráficos, imágenes y formas, porque el resultado solo contiene celdas. Un PDF los muestra.',
  'Only values and formulas were kept. The look of cells, charts, pictures and comments were left out.':
    'Solo se han conservado valores y fórmulas. Se han omitido el aspecto de las celdas, los gráficos, las imágenes y los comentarios.',
  'The message has more than 2,000 parts. The others, with any attachments among them, were left out.':
    'El mensaje tiene más de 2000 partes. Las demás se han omitido, incluidos sus posibles adjuntos.',
  'Some messages of the mailbox are encrypted. Only their headers could be read.':
    'Algunos mensajes del buzón están cifrados. Solo se pudieron leer sus encabezados.',
  'The table has memo fields, whose text is in a file beside it (.dbt or .fpt). They are empty.':
    'La tabla tiene campos memo, cuyo texto está en un archivo aparte (.dbt o .fpt). Están vacíos.',
  'The page has scripts. They were not run: anything they add or change is missing.':
    'La página tiene scripts. No se han ejecutado: falta lo que añaden o cambian.',
  'The page has a canvas, which only its scripts can draw. It is empty.':
    'La página tiene un lienzo que solo sus scripts pueden dibujar. Está vacío.',
  'The page uses CSS grid, which was not laid out: its boxes are stacked below each other.':
    'La página usa CSS Grid, que no se ha aplicado: sus cajas están apiladas.',
  'The page uses parts of CSS flexbox that were not laid out.':
    'La página usa partes de CSS Flexbox que no se han aplicado.',
  'Frames, videos and other content embedded in the page were left out.':
    'Se han omitido marcos, vídeos y otro contenido incrustado en la página.',
  'The drawing has labels in HTML. They were drawn as plain text: pictures, tables and other layout in them are lost.':
    'El dibujo tiene rótulos en HTML. Se dibujaron como texto sencillo: sus imágenes, tablas y demás diseño se pierden.',
  'Pictures that are not in the file itself were not fetched and are missing.':
    'Las imágenes que no están en el propio archivo no se han descargado y faltan.',
  'Style sheets that are not in the page itself were not fetched.':
    'Las hojas de estilo que no están en la propia página no se han descargado.',
  'Fonts that are not in the page itself were not fetched, and others were used.':
    'Las fuentes que no están en la propia página no se han descargado; se han usado otras.',
  'The output format refers to pictures and cannot contain them. They were left out.':
    'El formato de salida hace referencia a las imágenes y no puede contenerlas. Se han omitido.',
  'The message shows pictures that it does not carry. They were not fetched from the internet and are missing.':
    'El mensaje muestra imágenes que no incluye. No se han descargado de Internet y faltan.',
  'The archive is damaged. Files that could not be read completely are missing; those after the damage may be missing too.':
    'El archivo comprimido está dañado. Faltan los ficheros que no se han podido leer por completo; también pueden faltar los que siguen al daño.',
  'Some pictures of the document are damaged and cannot be decoded. They are missing from the result.':
    'Algunas imágenes del documento están dañadas y no se pueden leer. Faltan en el resultado.',
  'The archive has links or devices. They were left out.':
    'El archivo comprimido tiene enlaces o dispositivos. Se han omitido.',
  'An archive within the archive could not be opened and was left as a file.':
    'Un archivo comprimido dentro de otro no se ha podido abrir y se ha dejado como fichero.',
  'The tags for screen readers were removed: they cannot describe sheets of several pages.':
    'Se han eliminado las etiquetas para lectores de pantalla: no pueden describir hojas de varias páginas.',
  'The tags for screen readers were removed: the archive follows level b of the standard, which is about the look of pages.':
    'Se han eliminado las etiquetas para lectores de pantalla: el archivo sigue el nivel b de la norma, que trata del aspecto de las páginas.',
  'Form fields and comments were drawn into the pages: they can no longer be filled in or changed.':
    'Los campos y comentarios se han dibujado en las páginas: ya no se pueden rellenar ni cambiar.',
  'The page labels were removed: a sheet shows several pages.':
    'Se han eliminado las etiquetas de página: una hoja muestra varias páginas.',
  'The layers were merged into the pages: they can no longer be switched on or off, and hidden ones are gone.':
    'Las capas se han fusionado con las páginas: ya no se pueden mostrar ni ocultar, y las ocultas han desaparecido.',
  'The XMP metadata had properties of special kinds, which were removed. Title, author, subject and keywords are kept.':
    'Los metadatos XMP tenían propiedades especiales, que se han eliminado. Se conservan título, autor, asunto y palabras clave.',
  'The document restricts what may be done with it, such as printing or copying. The result has no restrictions.':
    'El documento restringe lo que se puede hacer con él, como imprimirlo o copiarlo. El resultado no tiene restricciones.',
  'The tags for screen readers were removed: the document has too many of them for so many parts.':
    'Se han eliminado las etiquetas para lectores de pantalla: el documento tiene demasiadas para tantas partes.',
  'The attached files are in none of the parts.': 'Los archivos adjuntos no están en ninguna de las partes.',
  'The attached files were removed, because only PDF/A-3 allows them.':
    'Se han eliminado los archivos adjuntos, porque solo PDF/A-3 los permite.',
  'All text in repeating patterns was removed, because it cannot be searched.':
    'Se ha eliminado todo el texto de los motivos repetidos, porque no se puede buscar en él.',
  'The form has an XFA part, which only Adobe programs use. It was removed: they will show the ordinary fields instead.':
    'El formulario tiene una parte XFA, que solo usan los programas de Adobe. Se ha eliminado: mostrarán los campos normales en su lugar.',
  'Some values are too long for their fields, even in small print. The fields hold them whole, but pages show only their beginning.':
    'Algunos valores son demasiado largos para sus campos, incluso en letra pequeña. Los campos los contienen enteros; las páginas solo muestran el principio.',
  'The form calculates some fields with scripts. They were not run: fill those fields too.':
    'El formulario calcula algunos campos con scripts. No se han ejecutado: rellene también esos campos.',
  'The file is an object around one list. The table holds the list only.':
    'El archivo es un objeto en torno a una lista. La tabla solo contiene la lista.',
};
