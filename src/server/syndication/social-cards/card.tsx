import type { ReactElement } from 'react'
import { CARD_HEIGHT, CARD_WIDTH } from '#contract/social-cards.ts'
import { paletteOf } from '#contract/settings/palette.ts'

/** The content of a card. Pictures are data URLs: nothing is fetched while rendering. */
export type Card = {
  title: string
  rightToLeft: boolean
  /** The authors; empty for the site's own card. */
  byline: string
  siteName: string
  accent: string
  cover: string | null
  avatar: string | null
  /** Fallback for a missing avatar; empty for the site's own card. */
  initials: string
}

const INK = '#111827'
const QUIET = '#4b5563'
export const COVER_WIDTH = 420
export const AVATAR_SIZE = 64
const MARGIN = 64

/** Font size by title length in characters. Titles that still do not fit are clamped. */
const SIZES = [
  { maxLength: 40, size: 76 },
  { maxLength: 80, size: 62 },
  { maxLength: 130, size: 50 },
  { maxLength: Infinity, size: 42 },
]
const MAX_TITLE_HEIGHT = 330
export function cardTree(card: Card, families: { serif: string; sans: string }): ReactElement {
  const { title, rightToLeft, byline, siteName, cover, accent } = card
  const size = SIZES.find(({ maxLength }) => title.length <= maxLength)?.size ?? 42
  const direction = rightToLeft ? 'rtl' : 'ltr'
  return (
    <div style={{ display: 'flex', width: CARD_WIDTH, height: CARD_HEIGHT, background: '#ffffff', direction }}>
      <div style={{ width: 16, height: CARD_HEIGHT, background: accent, flexShrink: 0 }} />
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          boxSizing: 'border-box',
          width: CARD_WIDTH - 16 - (cover ? COVER_WIDTH : 0),
          height: CARD_HEIGHT,
          padding: MARGIN,
          fontFamily: families.sans,
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 30, fontWeight: 600, color: accent }}>
          {siteName}
        </div>
        <div
          style={{
            display: 'block',
            fontFamily: families.serif,
            fontWeight: 600,
            fontSize: size,
            lineHeight: 1.2,
            lineClamp: Math.floor(MAX_TITLE_HEIGHT / (size * 1.2)),
            // Breaks words that are longer than a line.
            wordBreak: 'break-word',
            color: INK,
          }}
        >
          {title}
        </div>
        <div style={{ display: 'flex', alignItems: 'center', gap: 20, fontSize: 30, color: QUIET }}>
          <Avatar {...card} />
          <div style={{ display: 'block', lineClamp: 1, flexGrow: 1 }}>{byline}</div>
        </div>
      </div>
      {cover ? (
        <img
          src={cover}
          alt=""
          width={COVER_WIDTH}
          height={CARD_HEIGHT}
          style={{ objectFit: 'cover', flexShrink: 0 }}
        />
      ) : null}
    </div>
  )
}

function Avatar({ avatar, initials, accent }: Card) {
  if (avatar)
    return (
      <img
        src={avatar}
        alt=""
        width={AVATAR_SIZE}
        height={AVATAR_SIZE}
        style={{ borderRadius: 32, objectFit: 'cover' }}
      />
    )
  if (!initials) return null
  const middle = { display: 'flex', alignItems: 'center', justifyContent: 'center', flexShrink: 0 }
  return (
    <div
      style={{
        ...middle,
        width: AVATAR_SIZE,
        height: AVATAR_SIZE,
        borderRadius: 32,
        background: paletteOf(accent)[100],
        color: paletteOf(accent)[800],
        fontSize: 26,
      }}
    >
      {initials}
    </div>
  )
}
