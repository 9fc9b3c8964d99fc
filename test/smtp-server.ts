import { SMTPServer } from 'smtp-server'

export type Received = { to: string[]; head: string; subject: string; text: string; html: string }

/** An SMTP server on loopback that records received mail. */
export async function anSmtpServer(port = 0) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, ...readMail(Buffer.concat(pieces).toString()) })
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    received,
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/** Parses a multipart mail with a text and an HTML body. */
function readMail(source: string) {
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1]?.replaceAll('\r\n ', ' ') ?? ''
  const boundary = /boundary="?([^"\r\n;]+)/.exec(source)?.[1] ?? ''
  const parts = source.split(`--${boundary}`)
  const part = (type: string) => body(parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '')
  // Unfolds long header lines.
  const head = (source.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]+/g, ' ')
  return { head, subject, text: part('text/plain'), html: part('text/html') }
}

function body(part: string) {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const text = rest.join('\r\n\r\n')
  if (!/quoted-printable/i.test(head)) return /base64/i.test(head) ? Buffer.from(text, 'base64').toString() : text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
