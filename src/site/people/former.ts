/** Whether somebody was found by a handle they had. */
export function isFormer(ref: string, { id, handle }: { id: string; handle: string }) {
  return ref !== id && ref.toLowerCase() !== handle
}
