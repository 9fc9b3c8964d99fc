import { EditorContent } from '@tiptap/react'
import '#site/reading/story.css'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Banner } from '#site/ui/banner.tsx'
import { BlockMenu } from './block-menu.tsx'
import './nodes.css'
import './editor.css'
import { FindBar } from './find-bar.tsx'
import { Gutter } from './gutter.tsx'
import { LinkBubble } from './link-bubble.tsx'
import { NoticeLine } from './notice-line.tsx'
import { PhoneBar } from './phone-bar.tsx'
import type { StoryEditorProps } from './props.ts'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { SlashMenu } from './slash-menu.tsx'
import { StatusLine } from './status-line.tsx'
import { TableBar } from './table-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useCompact } from './use-compact.ts'
import { useStoryEditor } from './use-story-editor.ts'

/** Where a story is written. */
export function StoryEditor(props: StoryEditorProps) {
  const { editor, surface, whole } = useStoryEditor(props)
  const compact = useCompact()
  if (!editor) return null
  const shared = { editor, surface }
  return (
    <div className="story-editor relative flex flex-1 flex-col">
      {!whole && (
        <Banner tone="warning">
          Some of this story is of a kind this editor does not know. It is shown as plain text; nothing changes until
          you edit.
        </Banner>
      )}
      <FindBar {...shared} />
      <EditorContent editor={editor} className="flex flex-1 flex-col" />
      {compact ? <PhoneBar {...shared} /> : <Gutter {...shared} dir={inLanguage(props.language).dir} />}
      {!compact && <Toolbar {...shared} />}
      <TableBar {...shared} />
      <LinkBubble {...shared} />
      <SlashMenu editor={editor} />
      <BlockMenu {...shared} />
      <StatusLine {...shared} language={props.language} compact={compact} />
      <NoticeLine surface={surface} />
      <ShortcutsSheet surface={surface} />
    </div>
  )
}

export default StoryEditor
