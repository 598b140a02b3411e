#include <torch/torch.h>

#include <iostream>

int main() {
  torch::manual_seed(1);
  const torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  const torch::Tensor a = torch::rand({64, 64}, device);
  const torch::Tensor product = torch::matmul(a, torch::eye(64, device));
  if (!torch::allclose(a, product)) {
    std::cerr << "the product is wrong\n";
    return 1;
  }
  std::cout << "multiplied on " << device << '\n';
}
