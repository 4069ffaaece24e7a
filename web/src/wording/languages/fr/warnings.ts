/** The sentences of warnings that are for people, by the English ones. */
export const warnings: Record<string, string> = {
  'Some pages have no text: they are pictures or blank.':
    'Certaines pages n’ont pas de texte : ce sont des images, ou elles sont vides.',
  'The file was damaged. It was repaired as far as possible; something may be missing.':
    'Le fichier était endommagé. Il a été réparé autant que possible ; il peut manquer quelque chose.',
  'Some output pages are blank.': 'Certaines pages du résultat sont vides.',
  'Some content is not supported by the output format and was left out.':
    'Une partie du contenu n’est pas prise en charge par le format de sortie et a été omise.',
  'Some tables or the order of some text could not be determined with certainty. Compare the result with the file.':
    'Certains tableaux ou l’ordre de certains textes n’ont pas pu être déterminés avec certitude. Comparez le résultat avec le fichier.',
  'The page refers to files that it does not bring along. They were not loaded.':
    'La page fait référence à des fichiers qu’elle ne contient pas. Ils n’ont pas été chargés.',
  'The file has text that is invisible on its pages. It was left out.':
    'Le fichier contient du texte invisible sur ses pages. Il a été omis.',
  'Nothing that was to be removed was found. Only metadata, attachments and hidden content were removed.':
    'Rien de ce qui devait être supprimé n’a été trouvé. Seuls les métadonnées, les pièces jointes et le contenu masqué ont été supprimés.',
  'No speech was found, so the transcript is empty.':
    'Aucune parole n’a été trouvée, la transcription est donc vide.',
  'The file was signed. Its signatures do not cover the changed file: viewers will call them invalid.':
    'Le fichier était signé. Ses signatures ne couvrent pas le fichier modifié : elles seront jugées non valides.',
  'The requested model is not installed; another one was used.':
    'Le modèle demandé n’est pas installé ; un autre a été utilisé.',
  'The workbook has more sheets than the one converted.':
    'Le classeur a d’autres feuilles que celle qui a été convertie.',
  'The file has more pages than the one converted. pdf and tiff hold all of them.':
    'Le fichier a d’autres pages que celle qui a été convertie. PDF et TIFF les contiennent toutes.',
  'The file is an animation, and the output holds one frame of it. gif, webp, png and avif hold all of them.':
    'Le fichier est une animation, et le résultat n’en contient qu’une image. GIF, WebP, PNG et AVIF les contiennent toutes.',
  'The file has more sound tracks than the one converted.':
    'Le fichier a d’autres pistes audio que celle qui a été convertie.',
  'The workbook has more sheets than the one converted, and this format holds one table.':
    'Le classeur a d’autres feuilles que celle qui a été convertie, et ce format ne contient qu’un tableau.',
  'Some formulas were never calculated, because the program that wrote the workbook cannot do it. Their cells are empty or 0. Open the workbook in a spreadsheet program and save it there.':
    'Certaines formules n’ont jamais été calculées, car le programme qui a écrit le classeur ne sait pas le faire. Leurs cellules sont vides ou à 0. Ouvrez le classeur dans un tableur et enregistrez-le.',
  'The file has comments. They were left out.': 'Le fichier contient des commentaires. Ils ont été omis.',
  'The document has tracked changes. It was converted as if all of them were accepted: deleted text is gone.':
    'Le document contient un suivi des modifications. Il a été converti comme si toutes étaient acceptées : le texte supprimé a disparu.',
  'The document has headers or footers. They were left out, because the output has no pages.':
    'Le document a des en-têtes ou des pieds de page. Ils ont été omis, car le résultat n’a pas de pages.',
  'Some commands, drawings or included files of LaTeX could not be read. What they print is missing.':
    'Certaines commandes, certains dessins ou fichiers inclus de LaTeX n’ont pas pu être lus. Ce qu’ils affichent manque.',
  'The document has charts or diagrams. They were left out; a PDF shows them.':
    'Le document contient des graphiques ou des diagrammes. Ils ont été omis ; un PDF les montre.',
  'The presentation has hidden slides. They were left out.':
    'La présentation a des diapositives masquées. Elles ont été omises.',
  'Charts, pictures and shapes were left out, because the output holds cells only. A PDF shows them.':
    'Les graphiques, images et formes ont été omis, car le résultat ne contient que des cellules. Un PDF les montre.',
  'Only values and formulas were kept. The look of cells, charts, pictures and comments were left out.':
    'Seules les valeurs et les formules ont été gardées. L’aspect des cellules, les graphiques, les images et les commentaires ont été omis.',
  'The message has more than 2,000 parts. The others, with any attachments among them, were left out.':
    'Le message a plus de 2 000 parties. Les autres ont été omises, y compris d’éventuelles pièces jointes.',
  'Some messages of the mailbox are encrypted. Only their headers could be read.':
    'Certains messages de la boîte aux lettres sont chiffrés. Seuls leurs en-têtes ont pu être lus.',
  'The table has memo fields, whose text is in a file beside it (.dbt or .fpt). They are empty.':
    'La table a des champs mémo, dont le texte est dans un fichier voisin (.dbt ou .fpt). Ils sont vides.',
  'The page has scripts. They were not run: anything they add or change is missing.':
    'La page a des scripts. Ils n’ont pas été exécutés : ce qu’ils ajoutent ou modifient manque.',
  'The page has a canvas, which only its scripts can draw. It is empty.':
    'La page a un canevas que seuls ses scripts peuvent dessiner. Il est vide.',
  'The page uses CSS grid, which was not laid out: its boxes are stacked below each other.':
    'La page utilise CSS Grid, qui n’a pas été appliqué : ses blocs sont empilés.',
  'The page uses parts of CSS flexbox that were not laid out.':
    'La page utilise des parties de CSS Flexbox qui n’ont pas été appliquées.',
  'Frames, videos and other content embedded in the page were left out.':
    'Les cadres, vidéos et autres contenus intégrés à la page ont été omis.',
  'The drawing has labels in HTML. They were drawn as plain text: pictures, tables and other layout in them are lost.':
    'Le dessin a des étiquettes en HTML. Elles ont été dessinées comme du texte simple : leurs images, tableaux et autres mises en forme sont perdus.',
  'Pictures that are not in the file itself were not fetched and are missing.':
    'Les images qui ne sont pas dans le fichier lui-même n’ont pas été chargées et manquent.',
  'Style sheets that are not in the page itself were not fetched.':
    'Les feuilles de style qui ne sont pas dans la page elle-même n’ont pas été chargées.',
  'Fonts that are not in the page itself were not fetched, and others were used.':
    'Les polices qui ne sont pas dans la page elle-même n’ont pas été chargées ; d’autres ont été utilisées.',
  'The output format refers to pictures and cannot contain them. They were left out.':
    'Le format de sortie fait référence aux images et ne peut pas les contenir. Elles ont été omises.',
  'The message shows pictures that it does not carry. They were not fetched from the internet and are missing.':
    'Le message montre des images qu’il ne contient pas. Elles n’ont pas été chargées depuis Internet et manquent.',
  'The archive is damaged. Files that could not be read completely are missing; those after the damage may be missing too.':
    'L’archive est endommagée. Les fichiers qui n’ont pas pu être lus en entier manquent ; ceux qui suivent peuvent manquer aussi.',
  'Some pictures of the document are damaged and cannot be decoded. They are missing from the result.':
    'Certaines images du document sont endommagées et illisibles. Elles manquent dans le résultat.',
  'The archive has links or devices. They were left out.':
    'L’archive contient des liens ou des périphériques. Ils ont été omis.',
  'An archive within the archive could not be opened and was left as a file.':
    'Une archive dans l’archive n’a pas pu être ouverte et reste un fichier.',
  'The tags for screen readers were removed: they cannot describe sheets of several pages.':
    'Les balises pour lecteurs d’écran ont été supprimées : elles ne peuvent pas décrire des feuilles de plusieurs pages.',
  'The tags for screen readers were removed: the archive follows level b of the standard, which is about the look of pages.':
    'Les balises pour lecteurs d’écran ont été supprimées : l’archive suit le niveau b de la norme, qui concerne l’aspect des pages.',
  'Form fields and comments were drawn into the pages: they can no longer be filled in or changed.':
    'Les champs de formulaire et les commentaires ont été dessinés dans les pages : ils ne peuvent plus être remplis ni modifiés.',
  'The page labels were removed: a sheet shows several pages.':
    'Les étiquettes de page ont été supprimées : une feuille montre plusieurs pages.',
  'The layers were merged into the pages: they can no longer be switched on or off, and hidden ones are gone.':
    'Les calques ont été fusionnés avec les pages : on ne peut plus les afficher ou les masquer, et ceux qui étaient masqués ont disparu.',
  'The XMP metadata had properties of special kinds, which were removed. Title, author, subject and keywords are kept.':
    'Les métadonnées XMP avaient des propriétés particulières, qui ont été supprimées. Titre, auteur, sujet et mots-clés sont conservés.',
  'The document restricts what may be done with it, such as printing or copying. The result has no restrictions.':
    'Le document restreint ce qu’on peut en faire, comme l’imprimer ou le copier. Le résultat n’a aucune restriction.',
  'The tags for screen readers were removed: the document has too many of them for so many parts.':
    'Les balises pour lecteurs d’écran ont été supprimées : le document en a trop pour autant de parties.',
  'The attached files are in none of the parts.': 'Les fichiers joints ne sont dans aucune des parties.',
  'The attached files were removed, because only PDF/A-3 allows them.':
    'Les fichiers joints ont été supprimés, car seul PDF/A-3 les autorise.',
  'All text in repeating patterns was removed, because it cannot be searched.':
    'Tout le texte des motifs répétés a été supprimé, car on ne peut pas y chercher.',
  'The form has an XFA part, which only Adobe programs use. It was removed: they will show the ordinary fields instead.':
    'Le formulaire a une partie XFA, que seuls les programmes d’Adobe utilisent. Elle a été supprimée : ils afficheront les champs ordinaires à la place.',
  'Some values are too long for their fields, even in small print. The fields hold them whole, but pages show only their beginning.':
    'Certaines valeurs sont trop longues pour leurs champs, même en petit. Les champs les contiennent en entier, les pages n’en montrent que le début.',
  'The form calculates some fields with scripts. They were not run: fill those fields too.':
    'Le formulaire calcule certains champs par des scripts. Ils n’ont pas été exécutés : remplissez aussi ces champs.',
  'The file is an object around one list. The table holds the list only.':
    'Le fichier est un objet autour d’une liste. Le tableau ne contient que la liste.',
};
