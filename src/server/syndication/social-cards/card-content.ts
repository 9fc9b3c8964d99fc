import { CARD_HEIGHT, type CardSite, type CardStory } from '#contract/social-cards.ts'
import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import { type Card, COVER_WIDTH, AVATAR_SIZE } from './card.tsx'
import { drawable } from './drawable.ts'
import { pictureDataUrl } from './picture-data-url.ts'
import { coAuthorNames, storyForCard } from './queries.ts'

type StoryForCard = CardStory & { cover: Picture | null; author: { avatar: Picture | null } }

/** Published stories only. */
export async function findStory({ db, site }: Ctx, id: string): Promise<StoryForCard> {
  const [row, coAuthors] = await Promise.all([storyForCard(db, id), coAuthorNames(db, id)])
  if (!row) throw new Refusal('not-found')
  const { title, language, name } = row
  const cover = pictureWithBase(site.base, row.cover)
  return { id, title, language, coAuthors, cover, author: { name, avatar: pictureWithBase(site.base, row.avatar) } }
}

export async function storyCard(app: Http, story: StoryForCard, site: CardSite): Promise<Card> {
  const { author, coAuthors, cover } = story
  const names = drawable([author, ...coAuthors].map(({ name }) => name).join(', '))
  return {
    ...titleAndSite(drawable(story.title) || names, site),
    byline: names,
    cover: await pictureDataUrl(app, site.socialCards.covers ? cover : null, {
      width: COVER_WIDTH,
      height: CARD_HEIGHT,
    }),
    avatar: await pictureDataUrl(app, author.avatar, { width: AVATAR_SIZE * 2, height: AVATAR_SIZE * 2 }),
    initials: [...names][0]?.toLocaleUpperCase() ?? '',
  }
}

export async function siteCard(app: Http, site: CardSite & { tagline: string }): Promise<Card> {
  const cover = await pictureDataUrl(app, site.socialCards.picture, { width: COVER_WIDTH, height: CARD_HEIGHT })
  return { ...titleAndSite(drawable(site.tagline), site), byline: '', cover, avatar: null, initials: '' }
}

/** Falls back to the site's name when the fonts lack the title's script. */
function titleAndSite(text: string, { name, accent }: CardSite) {
  const title = text || drawable(name)
  return { title, rightToLeft: isRightToLeft(title), siteName: drawable(name), accent }
}

/** By the first letter, as browsers do for `dir="auto"`. */
function isRightToLeft(text: string) {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
}
