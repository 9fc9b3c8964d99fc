import type { EmbedProvider } from '#contract/document.ts'

export function embedOf(_address: string): { provider: EmbedProvider; frame: string; ratio: number | null } | null {
  return null
}
