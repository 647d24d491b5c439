export default function WallboardPage() {
  return <p>Wallboard</p>;
}
