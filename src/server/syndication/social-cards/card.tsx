import type { ReactElement } from 'react'
import { CARD_HEIGHT, CARD_WIDTH } from '#contract/social-cards.ts'

/** All that is on a card. Pictures are data addresses: nothing is fetched while it is drawn. */
export type Card = {
  title: string
  rightToLeft: boolean
  /** Who wrote it, or what the site says of itself. */
  line: string
  siteName: string
  cover: string | null
  avatar: string | null
  /** Stand in for a picture that is not there; empty for the site's own card. */
  initials: string
}

const INK = '#111827'
const QUIET = '#4b5563'
const GREEN = '#15803d'
const PALE = '#dcfce7'
export const COVER_WIDTH = 420
export const FACE_SIZE = 64
const MARGIN = 64

/** Long titles are written smaller. Counted in letters: what is measured exactly is cut in the end. */
const SIZES = [
  { most: 40, size: 76 },
  { most: 80, size: 62 },
  { most: 130, size: 50 },
  { most: Infinity, size: 42 },
]
const MOST_LINES_HEIGHT = 330

/** The card as a tree of boxes; whatever of the title does not fit ends in dots. */
export function cardTree(card: Card, families: { serif: string; sans: string }): ReactElement {
  const { title, rightToLeft, line, siteName, cover } = card
  const size = SIZES.find(({ most }) => title.length <= most)?.size ?? 42
  const direction = rightToLeft ? 'rtl' : 'ltr'
  return (
    <div style={{ display: 'flex', width: CARD_WIDTH, height: CARD_HEIGHT, background: '#ffffff', direction }}>
      <div style={{ width: 16, height: CARD_HEIGHT, background: GREEN, flexShrink: 0 }} />
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
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 30, fontWeight: 600, color: GREEN }}>
          {siteName}
        </div>
        <div
          style={{
            display: 'block',
            fontFamily: families.serif,
            fontWeight: 600,
            fontSize: size,
            lineHeight: 1.2,
            lineClamp: Math.floor(MOST_LINES_HEIGHT / (size * 1.2)),
            // A word that is longer than the line is broken rather than lost.
            wordBreak: 'break-word',
            color: INK,
          }}
        >
          {title}
        </div>
        <div style={{ display: 'flex', alignItems: 'center', gap: 20, fontSize: 30, color: QUIET }}>
          <Face {...card} />
          <div style={{ display: 'block', lineClamp: 1, flexGrow: 1 }}>{line}</div>
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

function Face({ avatar, initials }: Card) {
  if (avatar)
    return (
      <img src={avatar} alt="" width={FACE_SIZE} height={FACE_SIZE} style={{ borderRadius: 32, objectFit: 'cover' }} />
    )
  if (!initials) return null
  const middle = { display: 'flex', alignItems: 'center', justifyContent: 'center', flexShrink: 0 }
  return (
    <div
      style={{
        ...middle,
        width: FACE_SIZE,
        height: FACE_SIZE,
        borderRadius: 32,
        background: PALE,
        color: GREEN,
        fontSize: 26,
      }}
    >
      {initials}
    </div>
  )
}
