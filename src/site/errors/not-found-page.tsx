/** Never rendered: its data function always throws, and the error screen is shown. */
export default function NotFoundPage() {
  return null
}
