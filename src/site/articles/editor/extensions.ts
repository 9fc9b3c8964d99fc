import type { Extensions } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'

import { StoryButton } from '#site/articles/editor/nodes/button.ts'
import { Callout } from '#site/articles/editor/nodes/callout.ts'
import { StoryCodeBlock } from '#site/articles/editor/nodes/code-block.tsx'
import { StoryDocument } from '#site/articles/editor/nodes/schema.ts'
import { Embed } from '#site/articles/editor/nodes/embed.ts'
import { StoryFile } from '#site/articles/editor/nodes/file.tsx'
import { Footnote } from '#site/articles/editor/nodes/footnote.ts'
import { AutoOpen } from '#site/articles/editor/nodes/auto-open.ts'
import { Gallery } from '#site/articles/editor/nodes/gallery.ts'
import {
  PullQuote,
  StoryDivider,
  StoryHeading,
  StoryLink,
  StoryParagraph,
} from '#site/articles/editor/nodes/text-nodes.ts'
import { Placeholders } from '#site/articles/editor/nodes/placeholders.ts'
import { StoryImage } from '#site/articles/editor/nodes/image.ts'
import { lists } from '#site/articles/editor/nodes/lists.ts'
import { marks } from '#site/articles/editor/nodes/marks.ts'
import { BlockMath, InlineMath } from '#site/articles/editor/nodes/math.ts'
import { MembersLine, SingleMembersLine } from '#site/articles/editor/nodes/members-line.tsx'
import { NodeKeys } from '#site/articles/editor/nodes/node-keys.ts'
import { PendingBlocks } from '#site/articles/editor/nodes/pending.ts'
import { type EditorServices, noServices } from '#site/articles/editor/nodes/editor-services.ts'
import { tables } from '#site/articles/editor/nodes/tables.ts'
import { Toggle, ToggleBody, ToggleSummary } from '#site/articles/editor/nodes/toggle.ts'
import { ImmediateFocus } from './immediate-focus.ts'

type StoryOptions = {
  /** Placeholder of an empty story. */
  prompt?: () => string
  /** Uploads and link lookups: `useEditorServices()` on a page. */
  services?: EditorServices
  /** Whether the members-only line can be inserted. */
  membersLine?: boolean
}

/** Every node, mark and extension of the editor. The schema is exactly that of docs/documents.md. */
export function storyExtensions({
  prompt = () => 'Tell your story',
  services = noServices,
  membersLine = true,
}: StoryOptions = {}): Extensions {
  return [
    StoryDocument,
    StarterKit.configure({
      document: false,
      blockquote: { HTMLAttributes: { dir: 'auto' } },
      bulletList: false,
      codeBlock: false,
      heading: false,
      link: false,
      listItem: false,
      orderedList: false,
      paragraph: false,
      underline: false,
      undoRedo: { newGroupDelay: 500 },
      dropcursor: { class: 'edit-drop', color: false, width: 2 },
    }),
    StoryDivider,
    StoryParagraph,
    StoryHeading,
    StoryLink,
    ...marks,
    StoryCodeBlock,
    ...lists,
    ...tables,
    PullQuote,
    Callout,
    Toggle,
    ToggleSummary,
    ToggleBody,
    StoryImage,
    Gallery,
    Footnote,
    InlineMath,
    BlockMath,
    Embed,
    StoryButton,
    StoryFile,
    // The schema stays the same. A block without its command is not offered.
    membersLine ? MembersLine : MembersLine.extend({ addCommands: () => ({}) }),
    SingleMembersLine,
    NodeKeys,
    ImmediateFocus,
    AutoOpen,
    PendingBlocks.configure({ services }),
    Placeholders.configure({ prompt }),
  ]
}
