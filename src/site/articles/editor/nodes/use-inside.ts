import { type FocusEvent, useState } from 'react'

/** Whether the keyboard is in one of the fields or buttons of a block. */
export function useInside() {
  const [inside, setInside] = useState(false)
  return {
    inside,
    handlers: {
      onFocus: () => setInside(true),
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setInside(false)
      },
    },
  }
}
