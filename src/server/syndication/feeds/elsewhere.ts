import type { Picture } from '#contract/shapes.ts'
import { escapeXml } from '#server/syndication/clean-text.ts'
import { homeOf, pictureAddress } from '#server/syndication/home-address.ts'
import { htmlAt } from '#server/platform/base.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'

type Text = { html: string; cover: Picture | null }

/** A story's HTML as it can be shown anywhere: its cover first, and every address whole. */
export function elsewhere(site: SiteConfig, address: string, { html, cover }: Text) {
  // A quote in the text is always escaped, so this meets only attributes.
  const text = htmlAt(homeOf(site), html).replaceAll(' href="#', ` href="${escapeXml(address)}#`)
  return cover ? coverFigure(site, cover) + text : text
}

function coverFigure(site: SiteConfig, { src, alt, width, height }: Picture) {
  const size = `width="${width}" height="${height}"`
  return `<figure><img src="${escapeXml(pictureAddress(site, src))}" alt="${escapeXml(alt)}" ${size}></figure>`
}
