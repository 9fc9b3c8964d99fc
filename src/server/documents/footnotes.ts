const FENCE = /^ {0,3}(`{3,}|~{3,})/
const DEFINITION = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*)$/

/** Takes the notes (`[^name]: words`) out of Markdown. Those inside code are code. */
export function takeNotes(markdown: string): { markdown: string; notes: Map<string, string> } {
  const notes = new Map<string, string>()
  const kept: string[] = []
  let fence: string | null = null
  let open: string | null = null
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1] ?? null
    const definition = fence === null ? DEFINITION.exec(line) : null
    if (definition) {
      open = definition[1] ?? ''
      notes.set(open, definition[2] ?? '')
    } else if (open !== null && mark === null && line.trim() !== '') {
      notes.set(open, `${notes.get(open)} ${line.trim()}`.trim())
    } else {
      open = null
      if (fence === null) fence = mark
      else if (mark?.startsWith(fence) && line.trim() === mark) fence = null
      kept.push(line)
    }
  }
  return { markdown: kept.join('\n'), notes }
}
