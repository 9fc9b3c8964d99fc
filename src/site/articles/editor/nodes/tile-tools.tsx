import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { AltText } from './alt-text.tsx'
import type { GetPos } from './change-node.ts'
import { deleteImage, moveInGallery, takeOutOfGallery } from './gallery-moves.ts'
import { NodeTools, Tool, ToolLine } from './node-tools.tsx'

type Props = { editor: Editor; getPos: GetPos; alt: string; describing: boolean; setDescribing(open: boolean): void }

export function TileTools({ editor, getPos, alt, describing, setDescribing }: Props) {
  // A picture that is moved keeps its view, so its place is asked for anew.
  const { index, count } = useEditorState({ editor, selector: () => placeIn(editor, getPos()) })
  const run = (how: (pos: number) => void) => {
    const pos = getPos()
    if (pos !== undefined) how(pos)
  }
  const remove = (pos: number) => {
    editor
      .chain()
      .command(({ tr }) => {
        deleteImage(tr, pos)
        return true
      })
      .focus()
      .run()
  }
  return (
    <NodeTools label={`Picture ${index + 1} of ${count}`} shown>
      <Tool
        label="Move before"
        icon="arrow-left"
        disabled={index === 0}
        onUse={() => run((pos) => moveInGallery(editor, pos, -1))}
      />
      <Tool
        label="Move after"
        icon="arrow-right"
        disabled={index === count - 1}
        onUse={() => run((pos) => moveInGallery(editor, pos, 1))}
      />
      <ToolLine />
      <AltText {...{ editor, getPos, alt }} open={describing} onOpenChange={setDescribing} />
      <Tool label="Take out of the gallery" icon="ungroup" onUse={() => run((pos) => takeOutOfGallery(editor, pos))} />
      <Tool label="Delete" icon="trash" danger onUse={() => run(remove)} />
    </NodeTools>
  )
}

function placeIn(editor: Editor, at: number | undefined) {
  if (at === undefined) return { index: 0, count: 1 }
  const $at = editor.state.doc.resolve(at)
  return { index: $at.index(), count: $at.parent.childCount }
}
