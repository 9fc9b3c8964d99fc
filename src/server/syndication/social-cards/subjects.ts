import { CARD_HEIGHT, type CardStory } from '#contract/social-cards.ts'
import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { SiteSettings } from '#contract/settings.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import { type Card, COVER_WIDTH, FACE_SIZE } from './card.tsx'
import { drawable } from './drawable.ts'
import { pictureData } from './picture.ts'
import { coAuthorNames, storyToDraw } from './queries.ts'

type Drawn = CardStory & { cover: Picture | null; author: { avatar: Picture | null } }

/** What a card of the story shows. What is not published has none. */
export async function findStory({ db, site }: Ctx, id: string): Promise<Drawn> {
  const [row, coAuthors] = await Promise.all([storyToDraw(db, id), coAuthorNames(db, id)])
  if (!row) throw new Refusal('not-found')
  const { title, language, name } = row
  const cover = pictureAt(site.base, row.cover)
  return { id, title, language, coAuthors, cover, author: { name, avatar: pictureAt(site.base, row.avatar) } }
}

export async function storyCard(app: Http, story: Drawn, siteName: string): Promise<Card> {
  const { author, coAuthors, cover } = story
  const names = drawable([author, ...coAuthors].map(({ name }) => name).join(', '))
  return {
    ...words(drawable(story.title) || names, siteName),
    line: names,
    cover: await pictureData(app, cover, { width: COVER_WIDTH, height: CARD_HEIGHT }),
    avatar: await pictureData(app, author.avatar, { width: FACE_SIZE * 2, height: FACE_SIZE * 2 }),
    initials: [...names][0]?.toLocaleUpperCase() ?? '',
  }
}

export function siteCard({ name, tagline }: SiteSettings): Card {
  return { ...words(drawable(tagline), name), line: '', cover: null, avatar: null, initials: '' }
}

/** In a script that no font here has, the card says at least where the story is. */
function words(text: string, siteName: string) {
  const title = text || drawable(siteName)
  return { title, rightToLeft: startsFromTheRight(title), siteName: drawable(siteName) }
}

/** By the first letter that has a direction, as browsers do for `dir="auto"`. */
function startsFromTheRight(text: string) {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
}
