import { Refusal } from '#contract/errors.ts'

/** A file type, detected from the bytes. `extensions` are those that such a file may be saved with. */
type FileType = { kind: 'picture' | 'file'; type: string; extensions: string[] }

type Rule = FileType & { is(head: Buffer): boolean }

/** How many bytes are inspected. */
export const HEAD_BYTES = 4096
export const PICTURE_BYTES = 50 * 1024 * 1024
export const PICTURE_NAME = /\.(jpe?g|png|gif|webp|avif|heic|svg)$/i

const starts = (hex: string) => (head: Buffer) => head.subarray(0, hex.length / 2).toString('hex') === hex
const says = (text: string, at = 0) => {
  return (head: Buffer) => head.subarray(at, at + text.length).toString('latin1') === text
}
/** The brands of an ISO base media file (MP4, AVIF, …), the major brand first. */
function brands(head: Buffer) {
  if (!says('ftyp', 4)(head)) return []
  const end = Math.min(head.readUInt32BE(0), head.length)
  const names = head.subarray(8, end).toString('latin1')
  return [...names.matchAll(/[^]{4}/g)].map(([brand]) => brand)
}

const rules: Rule[] = [
  picture('jpeg', starts('ffd8ff')),
  picture('png', starts('89504e470d0a1a0a')),
  picture('gif', (head) => says('GIF87a')(head) || says('GIF89a')(head)),
  picture('webp', (head) => says('RIFF')(head) && says('WEBP', 8)(head)),
  picture('avif', (head) => /^avi[fs]$/.test(brands(head)[0] ?? '')),
  file('application/pdf', ['pdf'], says('%PDF-')),
  file('application/zip', ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'], (head) =>
    /^504b(0304|0506)/.test(head.toString('hex', 0, 4)),
  ),
  file('audio/mp4', ['m4a'], (head) => brands(head)[0] === 'M4A '),
  file('video/mp4', ['mp4', 'm4v'], (head) => /^(isom|iso\d|mp4\d|avc1|dash|M4V )$/.test(brands(head)[0] ?? '')),
  file('video/quicktime', ['mov'], (head) => brands(head)[0] === 'qt  '),
  file('video/webm', ['webm'], (head) => starts('1a45dfa3')(head) && head.subarray(0, 64).includes('webm')),
  file('audio/mpeg', ['mp3'], (head) => says('ID3')(head) || /^fff[b32a]/.test(head.toString('hex', 0, 2))),
  file('audio/ogg', ['ogg', 'oga', 'opus'], says('OggS')),
  file('audio/wav', ['wav'], (head) => says('RIFF')(head) && says('WAVE', 8)(head)),
  file('audio/flac', ['flac'], says('fLaC')),
  file('text/plain', ['txt', 'md', 'csv'], isText),
]

/** Null for unsupported types. */
export function sniff(head: Buffer): FileType | null {
  return rules.find(({ is }) => is(head)) ?? null
}

/** The type of a file that may be added to a library. Refuses others, and a file that only has the name of a picture. */
export function detectType(head: Buffer, { name, size }: { name: string; size: number }): FileType {
  if (size === 0) throw new Refusal('broken-file', { reason: 'empty' })
  const found = sniff(head)
  if (!found) throw new Refusal('unsupported-file')
  if (found.kind === 'file' && PICTURE_NAME.test(name)) throw new Refusal('broken-file', { found: found.type })
  if (found.kind === 'picture' && size > PICTURE_BYTES) throw new Refusal('picture-too-large', { bytes: PICTURE_BYTES })
  return found
}

export function findFileType(type: string): FileType | null {
  return rules.find((rule) => rule.type === type) ?? null
}

function picture(format: string, is: Rule['is']): Rule {
  return { kind: 'picture', type: `image/${format}`, extensions: [format], is }
}

function file(type: string, extensions: string[], is: Rule['is']): Rule {
  return { kind: 'file', type, extensions, is }
}

/** Plain text that no browser could mistake for HTML or SVG. */
function isText(head: Buffer) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // oxlint-disable-next-line no-control-regex -- text has none of these
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]|<[!?a-z]/i.test(text)
  } catch {
    return false
  }
}
