import { EditorContent } from '@tiptap/react'
import { useSyncExternalStore } from 'react'
import '#site/reading/story.css'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Banner } from '#site/ui/banner.tsx'
import { BlockMenu } from './block-menu.tsx'
import './nodes.css'
import './editor.css'
import { CompletionMenu } from './completion-menu.tsx'
import { FindBar } from './find-bar.tsx'
import { Gutter } from './gutter.tsx'
import { LinkBubble } from './link-bubble.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { MobileToolbar } from './mobile-toolbar.tsx'
import type { StoryEditorProps } from './editor-props.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { SlashMenu } from './slash-menu.tsx'
import { StatusBar } from './status-bar.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useStoryEditor } from './use-story-editor.ts'

export function StoryEditor(props: StoryEditorProps) {
  const { editor, ui, isIntact } = useStoryEditor(props)
  const compact = useCompact()
  if (!editor) return null
  const shared = { editor, ui }
  return (
    <div className="story-editor relative flex flex-1 flex-col">
      {!isIntact && (
        <Banner tone="warning">
          This editor does not support some of the content in this story. That content is shown as plain text. The story
          does not change until you edit it.
        </Banner>
      )}
      <FindBar {...shared} />
      <EditorContent editor={editor} className="flex flex-1 flex-col" />
      {compact ? <MobileToolbar {...shared} /> : <Gutter {...shared} dir={inLanguage(props.language).dir} />}
      {!compact && <Toolbar {...shared} />}
      <TableToolbar {...shared} />
      <LinkBubble {...shared} />
      <SlashMenu editor={editor} />
      <CompletionMenu editor={editor} />
      <BlockMenu {...shared} />
      <StatusBar {...shared} compact={compact} />
      <EditorNotices ui={ui} />
      <ShortcutsDialog ui={ui} />
    </div>
  )
}

/** Touch screens and narrow windows get a toolbar instead of controls beside the text. */
const COMPACT = '(pointer: coarse), (width < 48rem)'

function subscribeToCompact(listener: () => void) {
  const list = matchMedia(COMPACT)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

function useCompact() {
  return useSyncExternalStore(
    subscribeToCompact,
    () => matchMedia(COMPACT).matches,
    () => false,
  )
}

export default StoryEditor
