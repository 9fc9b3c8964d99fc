import type { SiteConfig } from '#server/platform/site-config.ts'

type Page = { title: string; script: 'handler' | 'iframe'; dataId: string; data: unknown; text: string }

/** A bare page with one script from a file and its data beside it: nothing inline runs here either. */
export function helperPage({ base }: SiteConfig, { title, script, dataId, data, text }: Page) {
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="stylesheet" href="${base}auth-helper/helper.css"></head>
<body><p id="status" role="status">${text}</p>
<script id="${dataId}" type="application/json">${json}</script>
<script src="${base}auth-helper/${script}.js"></script></body>
</html>
`
}
