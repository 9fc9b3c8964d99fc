import { useEffect, useRef } from 'react'

type Props = { chosen: number; of: number; onAll(): void; onNone(): void }

export function SelectAll({ chosen, of, onAll, onNone }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const some = chosen > 0 && chosen < of
  useEffect(() => {
    // There is no HTML attribute for `indeterminate`.
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label className="inline-flex min-h-11 items-center gap-3 px-3 text-sm text-gray-600 sm:px-5">
      <input
        ref={box}
        type="checkbox"
        checked={of > 0 && chosen === of}
        onChange={chosen === of ? onNone : onAll}
        className="size-5 accent-primary-700"
      />
      Select all on this page
    </label>
  )
}
