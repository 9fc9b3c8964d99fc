import { type DragEvent, useState } from 'react'
import type { Template } from '#contract/articles/templates.ts'

const DRAG_TYPE = 'application/x-bramble-template'

/** Lets a template row be dragged onto another of the same kind. */
export function useTemplateDrag({ id, kind }: Template, onPlace: (id: string, target: string) => void) {
  const [over, setOver] = useState(false)
  const type = `${DRAG_TYPE}-${kind}`
  return {
    over,
    props: {
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.setData(type, id)
        event.dataTransfer.effectAllowed = 'move'
      },
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes(type)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave() {
        setOver(false)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        const dragged = event.dataTransfer.getData(type)
        if (dragged) onPlace(dragged, id)
      },
    },
  }
}
