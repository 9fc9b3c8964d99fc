import { useSyncExternalStore } from 'react'

export const devices = {
  desktop: { name: 'Desktop', icon: 'monitor', width: 1280, height: 860 },
  tablet: { name: 'Tablet', icon: 'tablet', width: 820, height: 1100 },
  phone: { name: 'Phone', icon: 'smartphone', width: 390, height: 844 },
}
export type Device = keyof typeof devices

const phone = '(width < 40rem)'
const tablet = '(width < 64rem)'

/** The kind of device the viewer uses. The page itself is the preview for that one. */
export function useNativeDevice(): Device {
  return useSyncExternalStore(subscribe, current, () => 'desktop')
}

function subscribe(onChange: () => void) {
  const lists = [matchMedia(phone), matchMedia(tablet)]
  lists.forEach((list) => list.addEventListener('change', onChange))
  return () => lists.forEach((list) => list.removeEventListener('change', onChange))
}

function current(): Device {
  if (matchMedia(phone).matches) return 'phone'
  return matchMedia(tablet).matches ? 'tablet' : 'desktop'
}
