import { type ComponentType, useEffect, useState } from 'react'
import type { Document } from '#contract/document/document.ts'
import type { StoryEditorProps } from '#site/articles/editor/editor-props.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'

type Editor = ComponentType<StoryEditorProps>
const none: Document[] = []

/** Loads the editor on demand and shows a skeleton until then. */
export function EditorPane(props: StoryEditorProps & { ready: boolean }) {
  const { ready, ...rest } = props
  const [Editor, setEditor] = useState<Editor | null>(null)
  const [failed, setFailed] = useState(false)

  function load() {
    setFailed(false)
    import('#site/articles/editor/editor.tsx').then(
      ({ default: loaded }) => setEditor(() => loaded),
      () => setFailed(true),
    )
  }
  useEffect(load, [])

  if (failed)
    return (
      <Banner
        tone="danger"
        title="Couldn’t load the editor"
        action={
          <Button tone="quiet" size="sm" onClick={load}>
            Try again
          </Button>
        }
      >
        Your text is safe. Check your connection, then try again.
      </Banner>
    )
  if (!Editor || !ready) return <TextSkeleton />
  return <LoadedEditor Editor={Editor} {...rest} />
}

/** The initial content is set once; later changes go through the editor handle. */
function LoadedEditor({ Editor, initial, earlier = none, ...rest }: StoryEditorProps & { Editor: Editor }) {
  const [first] = useState({ initial, earlier })
  return <Editor {...rest} {...first} />
}

export function TextSkeleton() {
  return (
    <div aria-hidden className="grid gap-4 py-2">
      {['w-full', 'w-11/12', 'w-10/12', 'w-3/5', 'mt-4 w-full', 'w-4/5'].map((width) => (
        <Skeleton key={width} className={`h-5 rounded-sm ${width}`} />
      ))}
    </div>
  )
}
