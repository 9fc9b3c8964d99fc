import type { Extensions } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'

import { StoryButton } from '#site/articles/editor/nodes/button.ts'
import { Callout } from '#site/articles/editor/nodes/callout.ts'
import { StoryCodeBlock } from '#site/articles/editor/nodes/code-block.ts'
import { PlacedDivider } from '#site/articles/editor/nodes/divider.ts'
import { StoryDocument } from '#site/articles/editor/nodes/document.ts'
import { Embed } from '#site/articles/editor/nodes/embed.ts'
import { StoryFile } from '#site/articles/editor/nodes/file.ts'
import { Footnote } from '#site/articles/editor/nodes/footnote.ts'
import { Fresh } from '#site/articles/editor/nodes/fresh.ts'
import { Gallery } from '#site/articles/editor/nodes/gallery.ts'
import { StoryHeading } from '#site/articles/editor/nodes/headings.ts'
import { Hints } from '#site/articles/editor/nodes/hints.ts'
import { StoryImage } from '#site/articles/editor/nodes/image.ts'
import { StoryLink } from '#site/articles/editor/nodes/link.ts'
import { lists } from '#site/articles/editor/nodes/lists.ts'
import { BlockMath, InlineMath } from '#site/articles/editor/nodes/math.ts'
import { MembersLine } from '#site/articles/editor/nodes/members-line.ts'
import { NodeKeys } from '#site/articles/editor/nodes/node-keys.ts'
import { OneMembersLine } from '#site/articles/editor/nodes/one-members-line.ts'
import { PendingBlocks } from '#site/articles/editor/nodes/pending.ts'
import { type StoryPort, noPort } from '#site/articles/editor/nodes/port.ts'
import { PullQuote } from '#site/articles/editor/nodes/pull-quote.ts'
import { tables } from '#site/articles/editor/nodes/tables.ts'
import { Toggle, ToggleBody, ToggleSummary } from '#site/articles/editor/nodes/toggle.ts'

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
