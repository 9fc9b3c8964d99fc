/** Shared styles of popups. */
export const popupLook =
  'rounded-md bg-white text-gray-900 shadow-float ring-1 ring-gray-200 outline-none transition-[opacity,transform] data-starting-style:opacity-0 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-ending-style:translate-y-1'

export const itemLook =
  'flex min-h-11 items-center gap-2.5 rounded-sm px-3 text-sm outline-none select-none pointer-fine:min-h-9 data-highlighted:bg-gray-100 data-disabled:opacity-50'
