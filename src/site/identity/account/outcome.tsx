import { Banner } from '#site/ui/banner.tsx'

/** What came of a change, below the button that made it. */
export function Outcome({ problem, done }: { problem: string | null; done: string | null }) {
  if (problem) return <Banner tone="danger">{problem}</Banner>
  return done ? <Banner tone="success">{done}</Banner> : null
}
