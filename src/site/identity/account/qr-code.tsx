import { useEffect, useState } from 'react'

type Drawing = { path: string; size: number }

/** Rendered in the browser because the content is secret. Hidden from screen readers: the key is shown as text beside it. */
export function QrCode({ text }: { text: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    void import('uqr').then(({ encode }) => setDrawing(draw(encode(text, { border: 2 }))))
  }, [text])
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${drawing?.size ?? 1} ${drawing?.size ?? 1}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md border border-gray-200 bg-[#fff] fill-[#000]"
    >
      <path d={drawing?.path ?? ''} />
    </svg>
  )
}

/** One square for each dark module. */
function draw({ data, size }: { data: boolean[][]; size: number }): Drawing {
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}
