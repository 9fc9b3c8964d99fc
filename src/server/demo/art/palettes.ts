/** A paper, a far tone, three inks from light to dark, and one accent. */
export type Palette = { paper: string; far: string; inks: readonly [string, string, string]; accent: string }

export const palettes = {
  moss: { paper: '#eef2e6', far: '#d3dfc4', inks: ['#a3bd8b', '#5f8a5a', '#2f5340'], accent: '#d9814c' },
  ink: { paper: '#eceff3', far: '#cfd8e3', inks: ['#8fa3b8', '#48617b', '#1f3147'], accent: '#e0a33e' },
  clay: { paper: '#f7eee6', far: '#ecd8c6', inks: ['#d9a98a', '#b5704f', '#6f3d2b'], accent: '#3f7a6b' },
  berry: { paper: '#f6ecf0', far: '#e6cfd9', inks: ['#c68ca5', '#8f4468', '#4d1f3d'], accent: '#5f8f5a' },
  tide: { paper: '#e8f2f2', far: '#c8e0e1', inks: ['#86b9bd', '#3d8088', '#164a56'], accent: '#e9825f' },
  dusk: { paper: '#f3edf4', far: '#dccfe2', inks: ['#b29bc4', '#6d5a91', '#332a56'], accent: '#eda65b' },
  frost: { paper: '#f1f4f6', far: '#dde5ea', inks: ['#b4c5cf', '#7592a3', '#3f5a6b'], accent: '#c8565b' },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
