import type { Extensions } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'

import { StoryButton } from './nodes/button.ts'
import { Callout } from './nodes/callout.ts'
import { StoryCodeBlock } from './nodes/code-block.ts'
import { PlacedDivider } from './nodes/divider.ts'
import { StoryDocument } from './nodes/document.ts'
import { Embed } from './nodes/embed.ts'
import { StoryFile } from './nodes/file.ts'
import { Footnote } from './nodes/footnote.ts'
import { Fresh } from './nodes/fresh.ts'
import { Gallery } from './nodes/gallery.ts'
import { StoryHeading } from './nodes/headings.ts'
import { Hints } from './nodes/hints.ts'
import { StoryImage } from './nodes/image.ts'
import { StoryLink } from './nodes/link.ts'
import { lists } from './nodes/lists.ts'
import { BlockMath, InlineMath } from './nodes/math.ts'
import { MembersLine } from './nodes/members-line.ts'
import { NodeKeys } from './nodes/node-keys.ts'
import { OneMembersLine } from './nodes/one-members-line.ts'
import { PendingBlocks } from './nodes/pending.ts'
import { type StoryPort, noPort } from './nodes/port.ts'
import { PullQuote } from './nodes/pull-quote.ts'
import { tables } from './nodes/tables.ts'
import { Toggle, ToggleBody, ToggleSummary } from './nodes/toggle.ts'

export type StoryOptions = {
  /** What an empty text invites to. */
  prompt?: () => string
  /** Where uploads and lookups go: `useStoryPort()` on a page. */
  port?: StoryPort
}

/** Every node, mark and habit of the editor. The schema is that of docs/documents.md, and nothing more. */
export function storyExtensions({ prompt = () => 'Tell your story', port = noPort }: StoryOptions = {}): Extensions {
  return [
    StoryDocument,
    StarterKit.configure({
      document: false,
      codeBlock: false,
      heading: false,
      link: false,
      listItem: false,
      orderedList: false,
      underline: false,
      undoRedo: { newGroupDelay: 500 },
      dropcursor: { class: 'edit-drop', color: false, width: 2 },
    }),
    PlacedDivider,
    StoryHeading,
    StoryLink,
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
    MembersLine,
    OneMembersLine,
    NodeKeys,
    Fresh,
    PendingBlocks.configure({ port }),
    Hints.configure({ prompt }),
  ]
}
