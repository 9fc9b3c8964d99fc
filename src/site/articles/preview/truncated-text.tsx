type Props = { label: string; text: string; max: number }

/** Marks the part of a text that does not fit. */
export function TruncatedText({ label, text, max }: Props) {
  const characters = [...text]
  const isTooLong = characters.length > max
  return (
    <div className="text-sm">
      <p className="flex justify-between gap-4">
        <span className="font-medium">{label}</span>
        <span className={`tabular-nums ${isTooLong ? 'font-medium text-warning-800' : 'text-gray-600'}`}>
          {characters.length} of {max}
          {isTooLong && ', cut off'}
        </span>
      </p>
      <p dir="auto" className="mt-1 rounded-md bg-gray-50 px-3 py-2 wrap-anywhere text-gray-700">
        {characters.slice(0, max).join('') || <span className="text-gray-600">Nothing yet</span>}
        {isTooLong && (
          <del className="rounded-sm bg-warning-50 text-warning-800 decoration-1">{characters.slice(max).join('')}</del>
        )}
      </p>
    </div>
  )
}

/** Cuts at a word boundary and adds an ellipsis. */
export function truncate(text: string, max: number) {
  const characters = [...text]
  if (characters.length <= max) return text
  const start = characters.slice(0, max - 1).join('')
  return `${start.replace(/\s+\S*$/u, '') || start} …`
}
