export default function UiPage() {
  return <h1>Design system</h1>
}
