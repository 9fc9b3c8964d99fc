// oxlint-disable-next-line no-control-regex -- the rule is about control characters
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Removes characters that XML does not allow, not even escaped. */
export function xmlText(text: string) {
  return text.replace(NOT_IN_XML, '').replace(/\p{Surrogate}/gu, '\ufffd')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Also escapes for elements and attributes. */
export function escapeXml(text: string) {
  return xmlText(text).replace(/[&<>"]/g, (letter) => entities[letter] ?? '')
}
