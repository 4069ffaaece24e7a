/** Other words that people use for the subject of a page. Search finds the page by these too. */
const names: Readonly<Record<string, string>> = {
  'docs/quick-start.md': 'install, setup, getting started, first steps, hello world, tutorial',
  'docs/concepts.md': 'overview, how it works, job status, states, lifecycle, polling',
  'docs/migrating.md': 'cloudconvert, gotenberg, alternative, migrate, switch, compare',
  'docs/authentication.md':
    'api key, get an api key, token, bearer token, authorization, permissions, scopes, cors, openapi, swagger, api reference, 401, 403',
  'docs/jobs.md':
    'api, endpoints, pagination, paging, cursor, upload large files, delete files, upload, download, tus, resumable upload, synchronous, asynchronous, polling, long polling, sse, cancel a job, delete a job, list jobs, timeout, 202, 422, 504',
  'docs/documents.md':
    'word to pdf, docx to pdf, powerpoint to pdf, pdf to word, pdf to docx, html to word, markdown to pdf, libreoffice, pandoc',
  'docs/data.md':
    'excel to csv, csv to excel, csv to json, json to csv, xml to json, parquet, delimiter, encoding',
  'docs/images.md':
    'heic to jpg, png to jpg, jpg to png, webp to png, svg to png, image to pdf, jpg to pdf, exif, photo',
  'docs/media.md': 'mp4 to mp3, mov to mp4, video to gif, ffmpeg, trim, cut, burn subtitles, codec, bitrate',
  'docs/audio.md': 'remove vocals, karaoke, denoise, noise reduction, instrumental',
  'docs/speech.md': 'transcription, transcript, captions, subtitles, whisper, dictation, audio to text',
  'docs/understanding.md':
    'pdf to markdown, rag, chunks, embeddings, llm, layout, parse pdf, extract text, table extraction',
  'docs/web-pages.md':
    'html to pdf, url to pdf, website to pdf, screenshot, headers, cookies, login, puppeteer, headless chrome, wkhtmltopdf',
  'docs/books.md': 'epub to pdf, kindle, ebook, mobi to epub, comics, cbr to cbz',
  'docs/mail.md': 'email, eml to pdf, msg to pdf, outlook, attachments, calendar, vcard',
  'docs/archives.md': 'unzip, untar, extract zip, decompress, rar',
  'docs/webhooks.md':
    'callback, notification, signature verification, hmac, event, standard webhooks, test locally, localhost, ngrok',
  'docs/webhook-receivers.md': 'verify signature, express, flask, hmac example',
  'docs/recipes.md': 'workflow, pipeline, chain, several steps',
  'docs/branching.md': 'workflow, conditions, for each, parallel, fan out',
  'docs/batches.md': 'bulk, many files, mass conversion',
  'docs/triggers.md': 'cron, schedule, watch folder, hot folder, automation',
  'docs/connections.md': 's3, sftp, webdav, ftp, bucket, import, aws, minio',
  'docs/outputs.md': 's3, sftp, export, upload result, deliver',
  'docs/urls.md': 'import url, download from url, remote file, fetch',
  'docs/limits.md': 'rate limit, 429, quota, maximum file size, too many requests, timeout',
  'docs/plans.md': 'pricing, quota, retention, delete files, gdpr, how long are files kept',
  'docs/credits.md': 'pricing, cost, billing',
  'docs/idempotency.md': 'retry safely, duplicate requests, exactly once',
  'docs/errors.md':
    'error codes, status codes, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503, troubleshooting',
  'docs/reuse.md': 'cache, caching, deduplication',
  'docs/operators.md':
    'production, install, uninstall, self-hosting, doctor, sandbox requirements, user namespaces, bubblewrap, clock, fonts',
  'docs/deploying.md':
    'docker, docker compose, kubernetes, helm, systemd, install, reverse proxy, nginx, caddy, https, tls',
  'docs/settings.md': 'environment variables, configuration, env, change the port',
  'docs/database.md': 'postgres, postgresql, pgbouncer, failover',
  'docs/backup.md': 'restore, upgrade, update, rolling upgrade, migrate, damaged files, corruption',
  'docs/monitoring.md': 'metrics, prometheus, grafana, logs, opentelemetry, tracing, health check, readiness',
  'docs/storage.md': 's3, bucket, minio, aws, r2, object storage, presigned url, cors',
  'docs/scaling.md': 'performance, capacity, autoscaling, how many workers, cluster, load balancer',
  'docs/security.md': 'sandbox, isolation, vulnerability, encryption, virus, privacy',
  'docs/runbooks.md': 'troubleshooting, incident, alert, outage, disk full',
  'docs/models.md': 'ai, whisper, gpu, onnx, offline, licence',
  'docs/mcp.md': 'claude, chatgpt, cursor, llm, agents, model context protocol, tools',
  'docs/command-line.md': 'cli, terminal, shell, offline',
  'examples/README.md': 'python, curl, node, php, sample code, code examples',
  'client/README.md': 'sdk, typescript, node, npm, browser, javascript',
  'docs/performance.md': 'benchmark, speed, throughput, latency',
  'docs/peers.md': 'gotenberg, stirling pdf, comparison, alternative',
  'docs/workspace.md':
    'login, users, roles, invitations, web interface, dashboard, password reset, forgotten password, audit log',
  'docs/job-types/document-convert.md':
    'word to pdf, docx to pdf, excel to pdf, xlsx to pdf, powerpoint to pdf, pptx to pdf, pdf to word, csv to json',
  'docs/job-types/image-convert.md':
    'heic to jpg, png to jpg, jpg to png, webp to jpg, svg to png, jpg to pdf, image to pdf',
  'docs/job-types/image-compress.md': 'compress jpg, compress png, optimise, tinypng, reduce file size',
  'docs/job-types/image-edit.md': 'crop image, rotate image, watermark image, blur',
  'docs/job-types/image-upscale.md': 'enlarge, super resolution, enhance',
  'docs/job-types/audio-convert.md':
    'mp4 to mp3, wav to mp3, m4a to mp3, video to mp3, extract audio, normalise loudness',
  'docs/job-types/video-convert.md':
    'mov to mp4, mp4 to webm, video to gif, compress video, trim, h264, h265',
  'docs/job-types/speech-to-text.md':
    'transcription, captions, subtitles, whisper, audio to text, video to text',
  'docs/job-types/stem-separation.md': 'remove vocals, karaoke, instrumental, demucs',
  'docs/job-types/voice-isolation.md': 'denoise, noise reduction, remove background noise',
  'docs/job-types/ocr.md': 'scan to text, image to text, searchable pdf, tesseract, read text in pictures',
  'docs/job-types/pdf-merge.md': 'combine pdf, join pdf, append, concatenate',
  'docs/job-types/pdf-split.md': 'separate pages, cut pdf, burst',
  'docs/job-types/pdf-compress.md': 'reduce pdf size, shrink pdf, smaller pdf, optimise pdf',
  'docs/job-types/pdf-to-image.md':
    'pdf to jpg, pdf to png, pdf to gif, pdf to cbz, comic book, rasterise, render',
  'docs/job-types/pdf-protect.md': 'encrypt pdf, password protect, permissions',
  'docs/job-types/pdf-unlock.md': 'decrypt pdf, remove password',
  'docs/job-types/pdf-recolor.md':
    'grayscale pdf, greyscale, black and white, monochrome, invert colors, dark mode, negative',
  'docs/job-types/pdf-redact.md': 'black out, censor, anonymise, remove personal data, gdpr',
  'docs/job-types/pdf-sanitize.md':
    'remove metadata, remove javascript, hidden text, hidden layers, clean pdf',
  'docs/job-types/pdf-sign.md': 'digital signature, e-sign, certificate, pades',
  'docs/job-types/pdf-form.md': 'fill form, acroform, mail merge, form fields, unlock form, read-only fields',
  'docs/job-types/pdf-to-pdfa.md': 'archive pdf, pdf/a, pdfa, long-term preservation',
  'docs/job-types/pdf-tables.md': 'pdf to excel, pdf to csv, table extraction',
  'docs/job-types/pdf-compare.md': 'diff pdf, compare versions',
  'docs/job-types/pdf-barcode.md': 'qr code, barcode scanner, read barcode',
  'docs/job-types/pdf-invoice.md': 'factur-x, zugferd, xrechnung, e-invoice',
  'docs/job-types/pdf-layout.md': 'booklet, n-up, two pages per sheet, deskew, resize pages',
  'docs/job-types/pdf-stamp.md': 'overlay, letterhead, logo, background',
  'docs/job-types/pdf-number.md': 'page numbers, bates numbering',
  'docs/job-types/html-to-pdf.md': 'website to pdf, url to pdf, print page, headless chrome',
  'docs/job-types/html-to-image.md': 'screenshot, website to image, capture',
  'docs/job-types/document-extract.md': 'pdf to markdown, pdf to json, rag, chunking, parse',
  'docs/job-types/archive-extract.md': 'unzip, untar, unrar, decompress',
  'docs/job-types/archive-create.md': 'zip files, compress folder, 7z, tar',
  'docs/job-types/thumbnail.md': 'preview, cover image',
  'docs/job-types/video-thumbnail.md': 'poster frame, screenshot of video, contact sheet, sprite',
  'docs/job-types/subtitle-convert.md': 'srt to vtt, vtt to srt, caption',
  'docs/job-types/font-convert.md': 'ttf to woff2, webfont, subset',
};

/** Returns what people call the subject of a page. */
export const listNames = (source: string): string => names[source] ?? '';
