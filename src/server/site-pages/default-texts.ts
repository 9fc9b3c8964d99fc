import type { Document, Node } from '#contract/document/document.ts'
import type { SitePageName } from '#contract/site-pages/names.ts'

export type PageText = { title: string; subtitle: string; body: Document }

type Inline = string | Node

/** The text of each page until an admin publishes another one. */
export const defaultTexts: Record<SitePageName, PageText> = {
  about: {
    title: 'About {site}',
    subtitle: 'A place to publish and read stories, run by its own community.',
    body: documentOf(
      paragraph(
        '{site} is for writing that takes its time: essays, reports, memoirs, and explanations of one thing at a time. No ads, and no tracking across other sites.',
      ),
      heading('Reading'),
      paragraph(
        'You can read every public story without an account. Start with ',
        link('the latest stories', '/latest'),
        ', browse the categories, or see ',
        link('who writes here', '/creators'),
        '. Pages are light, work without JavaScript, and print well.',
      ),
      heading('Writing'),
      paragraph(
        'Anyone with an account can write. An editor reviews your first stories; after that, you publish on your own. What you write stays yours.',
      ),
      heading('Software'),
      paragraph(
        'This site runs on Bramble, open-source software that starts with one command. ',
        link('Developers', '/developers'),
        ' can read every public story through an API.',
      ),
    ),
  },
  privacy: {
    title: 'Privacy policy',
    subtitle: 'What we store about you, why, and for how long.',
    body: documentOf(
      heading('When you read'),
      paragraph(
        '{site} sets no cookies for visitors and loads nothing from other companies: fonts, icons and images come from this site. To prevent abuse, the server counts requests per IP address and deletes the count after a minute.',
      ),
      paragraph(
        'We count each story that is read to the end, once a day per reader. Your IP address and browser are combined with a secret that changes daily into a number that can’t be traced back to you. The secret and the number are deleted after two days. If your browser sends Do Not Track or Global Privacy Control, we count nothing.',
      ),
      paragraph(
        'Stories you open are stored in your browser so that you can read them offline. They are deleted when you sign out or clear the site’s data.',
      ),
      heading('When you have an account'),
      list(
        'We store what you give us: your name, handle, picture, what you write and what you save.',
        'One cookie keeps you signed in. Scripts can’t read it, and it ends when you sign out or after a month.',
        'We store which stories you started and finished, so that you can continue reading and get recommendations. Only you can see this, and you can remove any entry.',
        'We email you about activity as you choose, and you can unsubscribe from each kind of email with one click. If you turn on push notifications, your browser’s push service delivers them encrypted.',
        'Your drafts are private. Editors see a story when you submit it.',
      ),
      heading('What we never do'),
      paragraph('We don’t sell or share your data, and we don’t let others track you on our pages.'),
      heading('Your rights'),
      paragraph(
        'You can ask for a copy of your data, and have it corrected, exported or deleted. Write to the owner of this site.',
      ),
    ),
  },
  terms: {
    title: 'Terms and conditions',
    subtitle: 'The agreement between you and us, in plain language.',
    body: documentOf(
      heading('Your content'),
      paragraph(
        'What you write belongs to you. By publishing it here you allow {site} to show it to readers, to keep backups, and to include it in lists, feeds and search results. When you take it down, we stop.',
      ),
      heading('Other people’s content'),
      paragraph(
        'Publish only what you wrote or may use. Quote fairly, name your sources, and disclose AI-generated text.',
      ),
      heading('Conduct'),
      list(
        'Criticize ideas, not people.',
        'No threats, harassment or private details of other people.',
        'No advertising disguised as a story.',
      ),
      paragraph(
        'Editors may remove content that breaks these rules and give a reason. You can ask for a second review.',
      ),
      heading('No warranty'),
      paragraph(
        'We run the site with care, but we can’t guarantee that it is always available or that everything on it is correct. You use what you read here at your own risk.',
      ),
      heading('Changes'),
      paragraph('We announce important changes to these terms on the site before they apply.'),
    ),
  },
}

function documentOf(...content: Node[]): Document {
  return { type: 'doc', content }
}

function heading(text: string): Node {
  return { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] }
}

function paragraph(...parts: Inline[]): Node {
  return {
    type: 'paragraph',
    content: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
  }
}

function link(text: string, href: string): Node {
  return { type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }
}

function list(...items: string[]): Node {
  return { type: 'bulletList', content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })) }
}
