import { Banner } from '#site/ui/banner.tsx'

/** The result of an action, shown below its button. */
export function Outcome({ problem, done }: { problem: string | null; done: string | null }) {
  if (problem) return <Banner tone="danger">{problem}</Banner>
  return done ? <Banner tone="success">{done}</Banner> : null
}
