import { Link } from '@tiptap/extension-link'
import { isAddress } from './address.ts'

/** What has a scheme is meant as an address; `readme.md` is not. */
const meant = /^https?:\/\//i

export const StoryLink = Link.extend({
  // Typing on at the end of a link is plain text again.
  inclusive: false,
  addAttributes() {
    return { href: { default: null, parseHTML: (element) => element.getAttribute('href') } }
  },
}).configure({
  autolink: true,
  linkOnPaste: true,
  markdownLinks: true,
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null },
  isAllowedUri: (address) => isAddress(address),
  shouldAutoLink: (address) => meant.test(address),
})
