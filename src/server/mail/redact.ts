const HIDDEN = '[hidden]'
const URL_IN_TEXT = /https?:\/\/[^\s<>"']+/g
/** Long enough for no word of an address. */
const TOKEN = /[\w-]{20,}/

type Content = { text: string; html: string }
type Secrets = { code: string | null; link: string | null; unsubscribe: string | null }

/** Removes codes, and links that carry a secret. Null when a secret would remain. */
export function redactMail({ text, html }: Content, secrets: Secrets): Content | null {
  const redacted = { text: redact(text, secrets), html: redact(removeTargets(html), secrets) }
  const all = [secrets.code, ...tokensOf(secrets.link), ...tokensOf(secrets.unsubscribe)].filter((one) => one !== null)
  const leaks = all.some((secret) => redacted.text.includes(secret) || redacted.html.includes(secret))
  return leaks ? null : redacted
}

function redact(content: string, { code }: Secrets) {
  const withoutLinks = content.replace(URL_IN_TEXT, (url) => (/[?#]/.test(url) || TOKEN.test(url) ? HIDDEN : url))
  return code ? withoutLinks.replaceAll(code, HIDDEN) : withoutLinks
}

function tokensOf(url: string | null) {
  return url?.match(new RegExp(TOKEN, 'g')) ?? []
}

/** A link in the preview would open inside it. */
function removeTargets(html: string) {
  return html.replace(/\shref=(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
}

const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`

/** The HTML for a sandboxed frame: no links, no scripts, and nothing is loaded. */
export function previewHtml(html: string) {
  const still = removeTargets(html)
  return /<head>/i.test(still) ? still.replace(/<head>/i, (head) => `${head}${POLICY}`) : `${POLICY}${still}`
}
