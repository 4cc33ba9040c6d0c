// swift-format-ignore-file
import UIKit

class PhotoCell: UICollectionViewCell {
    static let name = "photo"
    let label = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        contentView.addSubview(label)
    }

    required init?(coder: NSCoder) { fatalError("not in a storyboard") }
}

final class LargePhotoCell: PhotoCell {}

class NibOnlyCell: UITableViewCell {
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

class RingLayer: CAShapeLayer {
    override init() {
        super.init()
        lineWidth = 4
    }

    override init(layer: Any) { super.init(layer: layer) }

    required init?(coder: NSCoder) { fatalError("not in a storyboard") }
}

class RingView: UIView {
    override class var layerClass: AnyClass { RingLayer.self }
}

class Tap: UITapGestureRecognizer {
    override init(target: Any?, action: Selector?) {
        super.init(target: target, action: action)
        numberOfTapsRequired = 2
    }
}

class PhotoController: UICollectionViewController, UICollectionViewDelegateFlowLayout {
    var shown: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.register(LargePhotoCell.self, forCellWithReuseIdentifier: PhotoCell.name)
        collectionView.allowsMultipleSelection = true
    }

    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 2 }

    override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: PhotoCell.name, for: indexPath) as! PhotoCell
        cell.label.text = "Photo \(indexPath.item)"
        return cell
    }

    func collectionView(_ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath) -> CGSize {
        CGSize(width: 10, height: 10)
    }

    override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) { note(indexPath, "+") }
    override func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) { note(indexPath, "-") }

    private func note(_ indexPath: IndexPath, _ sign: String) {
        let cell = collectionView.cellForItem(at: indexPath)
        shown.append("\(sign)\(indexPath.item) \(cell?.isSelected == true)")
    }
}
