import { Node } from '@tiptap/core'

export const StoryDocument = Node.create({ name: 'doc', topNode: true, content: '(block | membersLine)+' })
