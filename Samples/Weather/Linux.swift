import KeepAliveSwiftUI

/// The sample's own view draws a chart, which is not here.
struct WeatherForecastView: View {
    @StateObject private var viewModel = WeatherForecastViewModel()

    var body: some View { Text(viewModel.address ?? "") }
}
