type Props = { label: string; text: string; most: number }

/** How much of a text is shown elsewhere, and what is cut off there. */
export function CutText({ label, text, most }: Props) {
  const letters = [...text]
  const over = letters.length > most
  return (
    <div className="text-sm">
      <p className="flex justify-between gap-4">
        <span className="font-medium">{label}</span>
        <span className={`tabular-nums ${over ? 'font-medium text-warning-800' : 'text-gray-600'}`}>
          {letters.length} of {most}
          {over && ', cut off'}
        </span>
      </p>
      <p dir="auto" className="mt-1 rounded-md bg-gray-50 px-3 py-2 wrap-anywhere text-gray-700">
        {letters.slice(0, most).join('') || <span className="text-gray-600">Nothing yet</span>}
        {over && (
          <del className="rounded-sm bg-warning-50 text-warning-800 decoration-1">{letters.slice(most).join('')}</del>
        )}
      </p>
    </div>
  )
}

/** As others cut it: at a word, with dots. */
export function cut(text: string, most: number) {
  const letters = [...text]
  if (letters.length <= most) return text
  const kept = letters.slice(0, most - 1).join('')
  return `${kept.replace(/\s+\S*$/u, '') || kept} …`
}
