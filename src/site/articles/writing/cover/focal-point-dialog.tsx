import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { Picture } from '#contract/shapes.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'

type Point = { x: number; y: number }
type Props = {
  picture: Picture
  focus: Point | null
  open: boolean
  onClose(): void
  onChoose(focus: Point | null): void
  /** What is cropped, such as “cover”, and the shapes it is shown in. */
  what?: string
  shapes?: readonly { label: string; look: string }[]
}

const coverShapes = [
  { label: 'In lists', look: 'aspect-3/2' },
  { label: 'When shared', look: 'aspect-[1.91]' },
]

const STEP = 5
const middle = { x: 50, y: 50 }
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/** Chooses the point that stays visible when a picture is cropped. */
export function FocalPointDialog(props: Props) {
  const { picture, focus, open, onClose, onChoose, what = 'cover', shapes = coverShapes } = props
  const [point, setPoint] = useState(focus ?? middle)

  function click(event: MouseEvent<HTMLButtonElement>) {
    // A click by keyboard has no position.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    setPoint(
      clamp({ x: ((event.clientX - box.left) / box.width) * 100, y: ((event.clientY - box.top) / box.height) * 100 }),
    )
  }

  function key(event: KeyboardEvent) {
    const step = arrows[event.key]
    if (!step) return
    event.preventDefault()
    setPoint(clamp({ x: point.x + step.x, y: point.y + step.y }))
  }

  const position = { objectPosition: `${point.x}% ${point.y}%` }
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Focal point"
      description={`Click the most important part, or move the marker with the arrow keys. The ${what} is cropped around it.`}
      actions={
        <>
          <Button tone="plain" onClick={() => (onChoose(null), onClose())}>
            Reset
          </Button>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
          <Button onClick={() => (onChoose(point), onClose())}>Use this point</Button>
        </>
      }
    >
      <div className="grid items-start gap-6 sm:grid-cols-[1fr_12rem]">
        <button
          type="button"
          aria-label={`Marker at ${point.x}% from the left and ${point.y}% from the top`}
          aria-live="polite"
          onClick={click}
          onKeyDown={key}
          className="relative cursor-crosshair overflow-hidden rounded-md"
        >
          <img src={picture.src} alt="" className="max-h-[50dvh] w-full object-fill" draggable={false} />
          <span
            aria-hidden
            className="absolute size-8 -translate-1/2 rounded-full border-4 border-white shadow-float ring-2 ring-gray-900"
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
          />
        </button>
        <div className="grid grid-cols-2 gap-3 text-sm text-gray-600 sm:grid-cols-1">
          {shapes.map(({ label, look }) => (
            <figure key={label}>
              <img src={picture.src} alt="" className={`w-full rounded-md object-cover ${look}`} style={position} />
              <figcaption className="mt-1">{label}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function clamp({ x, y }: Point): Point {
  const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)))
  return { x: percent(x), y: percent(y) }
}
