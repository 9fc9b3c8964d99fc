import { createMatcher } from '#site/match-route.ts'
import { loadPage } from '#site/router.tsx'
import type { PageRow } from '#site/routes.ts'
import { type createAddresses, pathnameOf } from './urls.ts'
import { applyHead } from './apply-head.ts'
import { type StrategyOptions, createDataStrategy } from './data-strategy.ts'
import { createPayloads } from './payloads.ts'
import { startPreloading } from './preload.ts'
import { createRouteRules } from './route-rules.ts'

type Here = Pick<StrategyOptions, 'here' | 'nextHash' | 'outdated' | 'codeMissing'> & {
  base: string
  build: string
  rows: readonly PageRow[]
  addresses: ReturnType<typeof createAddresses>
}

/** Everything a navigation needs; loaded at the first sign of one. */
export function createNavigation({ base, build, rows, addresses, ...here }: Here) {
  const { pathOf, addressOf, pathOfRequest } = addresses
  const payloads = createPayloads(base)
  const match = createMatcher(rows)
  const rowOf = (path: string) => match(pathnameOf(path))
  const strategy = createDataStrategy({
    ...here,
    rows,
    addressOf,
    pathOf: pathOfRequest,
    takePayload: payloads.take,
    findRedirect: createRouteRules(base, build),
  })
  const pointAt = startPreloading({
    pathOf(link) {
      const foreign = link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')
      const path = foreign ? null : pathOf(link)
      return path !== null && rowOf(path) ? path : null
    },
    async loadCode(path) {
      const row = rowOf(path)
      if (row) await loadPage(row)
    },
    dataAhead: payloads.ahead,
  })
  return { strategy, pointAt, applyHead }
}

export type Navigation = ReturnType<typeof createNavigation>
