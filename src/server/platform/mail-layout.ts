const font = 'font-family:system-ui,sans-serif;color:#1f2937;line-height:1.6'

export const mailButton =
  'display:inline-block;background:#15803d;color:#ffffff;padding:12px 22px;border-radius:999px;text-decoration:none'

/** The HTML of a mail. `body` is HTML. */
export function mailPage({ subject, name, body }: { subject: string; name: string; body: string }) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 20px;background:#ffffff;${font}"><div style="max-width:480px;margin:0 auto">
<p style="font-family:Georgia,serif;font-size:20px;margin:0 0 24px">${escapeHtml(name)}</p>
${body}</div></body></html>`
}

export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
